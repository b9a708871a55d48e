'use strict';

/** Rows as columns of equal width; the first row is the head. */
function formatTable(rows) {
  const widths = rows[0].map((_cell, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[column])))
      .join('  '),
  );
  return [lines[0], '-'.repeat(lines[0].length), ...lines.slice(1)].join('\n');
}

const us = (value) => `${value.toFixed(1)} us`;
const ms = (value) => `${value.toFixed(1)} ms`;
const ratio = ({ ratio: value, least, greatest }) =>
  `${value.toFixed(3)} (${least.toFixed(2)} - ${greatest.toFixed(2)})`;

module.exports = { formatTable, ms, ratio, us };
