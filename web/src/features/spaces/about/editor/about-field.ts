/** The fields of the about page that an address can link to. */
const fields = ['description', 'cover', 'rules'] as const;
export type AboutField = (typeof fields)[number];

/** The search parameters of an about page: `?edit=` opens it for editing, at this field. */
export function toAboutSearch({ edit }: Record<string, unknown>): { edit?: AboutField } {
  const field = fields.find((one) => one === edit);
  return field ? { edit: field } : {};
}

/** The id of the field's control. */
export const aboutFieldId = (field: AboutField) => `about-${field}`;
