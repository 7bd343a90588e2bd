/**
 * Milliseconds on a clock that all processes of the machine share and nobody sets. `performance.timeOrigin` is read from the clock of
 * the system, which is corrected meanwhile: processes that started at different times then disagree.
 */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6;
