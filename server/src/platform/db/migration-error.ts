/** The database can't be used by this version. The message is one sentence for the operator that says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}
