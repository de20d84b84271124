import type { cloneDatabase } from '@simiente/server/testing/postgres';

type Connection = Awaited<ReturnType<typeof cloneDatabase>>['app'];

/** A `DATABASE_URL`; the tests' embedded PostgreSQL may listen on a socket. */
export function addressOf({
  host = '',
  port,
  user = '',
  password,
  database = '',
}: Connection): string {
  const address = new URL(`postgres://localhost/${database}`);
  address.username = user;
  address.password = String(password);
  address.searchParams.set('host', host);
  address.searchParams.set('port', String(port));
  return address.href;
}
