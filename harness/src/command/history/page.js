// Draws a benchmark's series, and compares the two commits that were chosen last.
{
  const data = JSON.parse(document.getElementById('data').textContent);
  const find = (id) => document.getElementById(id);
  const kMarks = {proposed: '?', confirmed: '!', acknowledged: '✓', refuted: '×'};
  const kWidth = 900, kHeight = 320, kLeft = 80, kEdge = 20;
  let chosen = [];
  const text = (value) => {
    const small = data.unit === 's' && value > 0 ? Math.min(Math.max(Math.ceil(-Math.log10(value) / 3), 0), 3) : 0;
    return `${(value * 1000 ** small).toPrecision(4)} ${['', 'm', 'µ', 'n'][small]}${data.unit}`;
  };
  const title = (place) => data.commits[place].join(' ');
  const add = (parent, name, attributes, content) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    if (content) element.textContent = content;
    return parent.appendChild(element);
  };
  const draw = () => {
    const id = data.series[find('choice').value].id;
    const shown = data.series.map((series, i) => ({...series, i})).filter((s) => s.id === id);
    const points = shown.flatMap((s) => s.points);
    const low = Math.min(...points.map((p) => p[2])), high = Math.max(...points.map((p) => p[3]));
    const first = Math.min(...points.map((p) => p[0])), last = Math.max(...points.map((p) => p[0]));
    const x = (place) => kLeft + (place - first) / Math.max(last - first, 1) * (kWidth - kLeft - kEdge);
    const y = (v) => kEdge + (high - v) / Math.max(high - low, high * 1e-3) * (kHeight - 3 * kEdge);
    find('figure').replaceChildren();
    const svg = add(find('figure'), 'svg', {viewBox: `0 0 ${kWidth} ${kHeight}`, role: 'img'});
    add(svg, 'title', {}, `${id} over commits`);
    for (const v of [low, (low + high) / 2, high])
      add(svg, 'text', {x: kLeft - 8, y: y(v) + 4, 'text-anchor': 'end'}, text(v));
    const vertical = (at, kind, mark, words) => {
      const line = add(svg, 'line', {class: kind, x1: at, x2: at, y1: kEdge, y2: kHeight - 2 * kEdge});
      add(line, 'title', {}, words);
      add(svg, 'text', {x: at, y: kEdge - 6, 'text-anchor': 'middle'}, mark);
    };
    for (const s of shown) {
      for (const step of data.steps.filter((step) => step.series === s.i))
        vertical(x(step.at), `step ${step.state}`, kMarks[step.state],
                 `${step.state} ${step.ratio.toFixed(4)}x since ${title(step.at)}`);
      for (const gap of data.breaks.filter((gap) => gap.series === s.i))
        vertical(x(s.points[0][0]) - 4, 'break', '', gap.what);
      add(svg, 'polyline', {class: 'line', points: s.points.map((p) => `${x(p[0])},${y(p[1])}`).join(' ')});
      for (const [place, value, from, to] of s.points) {
        add(svg, 'line', {class: 'range', x1: x(place), x2: x(place), y1: y(from), y2: y(to)});
        const point = add(svg, 'circle', {class: chosen.includes(place) ? 'point chosen' : 'point',
                                          cx: x(place), cy: y(value), r: 4, tabindex: 0});
        add(point, 'title', {}, `${text(value)} at ${title(place)}`);
        const choose = () => {
          chosen = [...chosen.filter((other) => other !== place), place].slice(-2);
          draw();
          compare();
        };
        point.addEventListener('click', choose);
        point.addEventListener('keydown', (event) => { if (event.key === 'Enter') choose(); });
      }
    }
  };
  const verdict = (ratio, from, to) => {
    const worse = data.higher ? ratio < 1 : ratio > 1;
    if (from > 1 / (1 + data.effect) && to < 1 + data.effect && from < to) return 'same';
    const differs = (from > 1 || to < 1) && Math.abs(Math.log(ratio)) > Math.log1p(data.effect) && from < to;
    return differs ? (worse ? 'slower' : 'faster') : 'unclear';
  };
  const compare = () => {
    if (chosen.length < 2) return;
    const [old, now] = [...chosen].sort((a, b) => a - b);
    find('about').textContent = `New: ${title(now)}. Old: ${title(old)}. By the intervals of the points; ab decides.`;
    const table = document.createElement('table');
    const row = (cells, tag) => {
      const line = table.insertRow();
      for (const cell of cells) line.appendChild(document.createElement(tag)).textContent = cell;
    };
    row(['Benchmark', 'Old', 'New', 'New / old', 'Interval', 'Verdict'], 'th');
    for (const s of data.series) {
      const a = s.points.find((p) => p[0] === old), b = s.points.find((p) => p[0] === now);
      if (!a || !b) continue;
      const ratio = b[1] / a[1], from = b[2] / a[3], to = b[3] / a[2];
      row([s.name, text(a[1]), text(b[1]), ratio.toFixed(4), `[${from.toFixed(4)}, ${to.toFixed(4)}]`,
           verdict(ratio, from, to)], 'td');
    }
    find('comparison').replaceChildren(table);
  };
  data.series.forEach((s, i) => {
    if (data.series.findIndex((other) => other.id === s.id) === i) find('choice').add(new Option(s.id, i));
  });
  const follow = () => {
    const i = Number(location.hash.slice(2));
    if (location.hash.startsWith('#s') && data.series[i])
      find('choice').value = data.series.findIndex((s) => s.id === data.series[i].id);
    if (data.series.length) draw();
  };
  find('choice').addEventListener('change', draw);
  addEventListener('hashchange', () => { follow(); find('series').scrollIntoView(); });
  follow();
}
