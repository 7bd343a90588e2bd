import type { ReactNode } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { cx } from './cx.ts';

export interface TableColumn<Row> {
  key: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  /** `end` for numbers. */
  align?: 'start' | 'end';
  /** This cell is the row header for screen readers. */
  names?: boolean;
}

export interface TableProps<Row> {
  /** Accessible description of the table. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Shown if there are no rows. */
  empty?: ReactNode;
  className?: string;
}

/** A data table. Scrolls sideways if it is wider than the screen. */
export function Table<Row>({ caption, columns, rows, rowKey, empty, className }: TableProps<Row>) {
  return (
    // Focusable, so that the keyboard can scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the focus.
    <section className={cx('table-scroll', className)} aria-label={caption} tabIndex={0}>
      <table className="table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-align={column.align}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) =>
                column.names ? (
                  <th key={column.key} scope="row" data-align={column.align}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.key} data-align={column.align}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length}>{empty ?? t('Nothing here yet.')}</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}
