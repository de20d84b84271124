/** What the identity library accepts, and our messages say. Never truncated. */
export const SHORTEST_PASSWORD = 6;
export const LONGEST_PASSWORD = 128;
