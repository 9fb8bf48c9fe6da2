// Makes each table sortable by its headings, and the large ones searchable. All of the page can be
// read without it.
'use strict';
for (const table of document.querySelectorAll('table.sortable')) {
  const body = table.tBodies[0];
  const headings = [...table.tHead.rows[0].cells];
  const key = (row, column) => {
    const cell = row.cells[column];
    if (!headings[column].classList.contains('number')) return cell.textContent;
    return cell.dataset.v === undefined ? null : Number(cell.dataset.v);
  };
  const sort = (column) => {
    const heading = headings[column];
    const descending = heading.getAttribute('aria-sort') === 'ascending';
    for (const other of headings) other.removeAttribute('aria-sort');
    heading.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
    const compare = (a, b) => {
      const x = key(a, column), y = key(b, column);
      if (x === null || y === null) return (x === null) - (y === null);  // nothing sorts last
      const order = typeof x === 'number' ? x - y : x.localeCompare(y, 'en', {numeric: true});
      return descending ? -order : order;
    };
    body.append(...[...body.rows].sort(compare));
  };
  headings.forEach((heading, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.setAttribute('aria-label', `Sort by ${heading.textContent}`);
    heading.addEventListener('click', () => sort(column));
    heading.append(button);
  });
  if (body.rows.length < 12) continue;
  const label = document.createElement('label');
  label.className = 'filter';
  const box = document.createElement('input');
  box.type = 'search';
  const count = document.createElement('output');
  label.append('Show only rows with ', box, ' ', count);
  box.addEventListener('input', () => {
    const wanted = box.value.toLowerCase();
    let shown = 0;
    for (const row of body.rows) {
      row.hidden = !row.textContent.toLowerCase().includes(wanted);
      if (!row.hidden) ++shown;
    }
    count.textContent = wanted === '' ? '' : `${shown} of ${body.rows.length}`;
  });
  table.parentElement.before(label);
}
