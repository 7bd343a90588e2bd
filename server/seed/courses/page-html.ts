const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const inline = (text: string) =>
  escaped(text)
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/\*(.+?)\*/g, '<em>$1</em>');

const items = (lines: string[], marker: RegExp) =>
  lines.map((line) => `<li><p>${inline(line.replace(marker, ''))}</p></li>`).join('');

/** Returns the HTML of a block: a heading, a list, a quote or a paragraph. */
function toBlock(block: string): string {
  const lines = block.split('\n');
  if (block.startsWith('## ')) return `<h2>${inline(block.slice(3))}</h2>`;
  if (block.startsWith('> ')) return `<blockquote><p>${inline(block.slice(2))}</p></blockquote>`;
  if (block.startsWith('- ')) return `<ul>${items(lines, /^- /)}</ul>`;
  if (block.startsWith('1. ')) return `<ol>${items(lines, /^\d+\. /)}</ol>`;
  return `<p>${inline(lines.join(' '))}</p>`;
}

/** Returns the text of a page of the demo as HTML. Blocks are separated by blank lines. */
export const toPageHtml = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map(toBlock)
    .join('');
