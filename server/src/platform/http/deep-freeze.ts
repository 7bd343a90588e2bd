/** Freezes an object with everything in it, so that whoever changes it gets an error. Bytes stay as they are. */
export function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
}
