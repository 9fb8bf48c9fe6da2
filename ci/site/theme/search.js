// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The parts of pages that hold all words of the field, those with a word in their heading first. The index is a script, not
// JSON: so the search also works in pages that are opened as files.
const field = document.getElementById('search');
const results = document.getElementById('results');

function loadIndex() {
  loadIndex.promise ??= new Promise(done => {
    const script = document.createElement('script');
    script.src = site + 'search/search_index.js';
    script.onload = () => done(searchIndex.docs.map(part => ({...part, lowered: [part.title.toLowerCase(), part.text.toLowerCase()]})));
    document.head.append(script);
  });
  return loadIndex.promise;
}

function score([title, text], words) {
  const scores = words.map(word => (title.includes(word) ? 20 : 0) + Math.min(text.split(word).length - 1, 5));
  return scores.includes(0) ? 0 : scores.reduce((sum, value) => sum + value);
}

function row(part, word) {
  const begin = Math.max(0, part.text.toLowerCase().indexOf(word) - 40);
  const excerpt = document.createElement('small');
  excerpt.textContent = part.text.slice(begin, begin + 140);
  const link = document.createElement('a');
  link.href = site + part.location;
  link.append(part.title, excerpt);
  return link;
}

async function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(word => word);
  const parts = words.length ? await loadIndex() : [];
  const hits = parts.map(part => ({part, score: score(part.lowered, words)})).filter(hit => hit.score > 0);
  hits.sort((one, two) => two.score - one.score);
  const rows = hits.slice(0, 20).map(hit => row(hit.part, words[0]));
  results.replaceChildren(...(rows.length ? rows : ['Nothing found']).map(content => {
    const item = document.createElement('li');
    item.append(content);
    return item;
  }));
  results.hidden = !words.length;
}

field.addEventListener('input', search);
field.addEventListener('keydown', event => {
  if (event.key === 'Enter') results.querySelector('a')?.click();
});
document.addEventListener('keydown', event => {
  if (event.key === 'Escape') results.hidden = true;
});
document.addEventListener('click', event => {
  if (!event.target.closest('.search')) results.hidden = true;
});
// index.html?q=floors
field.value = new URLSearchParams(location.search).get('q') ?? '';
if (field.value) search();
