/** An operator's settings are kept out of the tests, which would otherwise work on real data. */
export const WITHOUT_SETTINGS = {
  NODE_ENV: undefined,
  DATA_DIR: undefined,
  DATABASE_URL: undefined,
  DATABASE_OWNER_URL: undefined,
  FILES_URL: undefined,
  HOST: undefined,
  PORT: undefined,
  DEMO: undefined,
  ADMIN_EMAIL: undefined,
  ADMIN_PASSWORD: undefined,
  TEST_DATABASE_URL: undefined,
  TEST_LENGTH: undefined,
};
