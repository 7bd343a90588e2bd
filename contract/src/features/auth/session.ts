/** How long a session lasts after it was created or last extended, in seconds. */
export const sessionSeconds = 30 * 24 * 60 * 60;
