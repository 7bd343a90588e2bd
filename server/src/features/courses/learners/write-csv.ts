/** Values that spreadsheets would run as a formula. */
const formula = /^[=+\-@\t\r]/;

/** Writes a row of a CSV file. Text that a spreadsheet would run as a formula starts with an apostrophe instead. */
export function toCsvRow(values: readonly (string | number)[]): string {
  const fields = values.map((value) => {
    const text = typeof value === 'string' && formula.test(value) ? `'${value}` : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${fields.join(',')}\r\n`;
}
