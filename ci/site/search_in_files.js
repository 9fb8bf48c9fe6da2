// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Pages opened as files have no workers. This one, in the page itself, answers the search of MkDocs as its worker does.
if (location.protocol === 'file:') {
  const load = (name, then) => {
    const script = document.createElement('script');
    script.src = base_url + '/search/' + name;
    script.onload = then;
    document.head.append(script);
  };
  window.Worker = class {
    postMessage({init, query}) {
      if (init) {
        load('lunr.js', () => load('search_index.js', () => this.start(window.searchIndex)));
      } else {
        const results = this.index.search(query).map(({ref}) => this.pages.get(ref));
        this.onmessage({data: {results: results.map(page => ({...page, summary: page.text.substring(0, 200)}))}});
      }
    }
    start({config, docs}) {
      this.pages = new Map(docs.map(page => [page.location, page]));
      lunr.tokenizer.separator = new RegExp(config.separator);
      this.index = lunr(function () {
        this.field('title');
        this.field('text');
        this.ref('location');
        docs.forEach(page => this.add(page));
      });
      this.onmessage({data: {config}});
      this.onmessage({data: {allowSearch: true}});
    }
  };
}
