/** The fields of the about page that an address may lead to. */
const fields = ['description', 'cover'] as const;
export type AboutField = (typeof fields)[number];

/** What the address of an about page holds: `?edit=` opens it for editing, at this field. */
export function toAboutSearch({ edit }: Record<string, unknown>): { edit?: AboutField } {
  const field = fields.find((one) => one === edit);
  return field ? { edit: field } : {};
}

/** The id of the control that such an address leads to. */
export const aboutFieldId = (field: AboutField) => `about-${field}`;
