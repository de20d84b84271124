/** Where the database listens: a Unix socket, or a port of the loopback address. */
export type Endpoint = { kind: 'socket' } | { kind: 'loopback'; port: number };

export const LOOPBACK = '127.0.0.1';
/** Names the socket's file; nothing listens on this port. */
export const SOCKET_PORT = 5432;

/** PostgreSQL's own names and values. */
export type Settings = Readonly<Record<string, string>>;

const SETTINGS: Settings = {
  // An acknowledged write is on the disk, whatever dies next.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_compression: 'on',
  // A small machine: one server, some tools.
  max_connections: '60',
  shared_buffers: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  password_encryption: 'scram-sha-256',
  shared_preload_libraries: 'pg_stat_statements',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  cluster_name: 'simiente',
  // ERROR is left out: such a message may quote what somebody typed, and the application sees it anyway.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  logging_collector: 'off',
  unix_socket_permissions: '0700',
};

/**
 * The server's arguments. They stand above postgresql.conf and ALTER SYSTEM, so a cluster never
 * runs without its guarantees. The socket's folder is relative to the cluster: it can be moved.
 *
 * @param special what is set otherwise, for a cluster that nobody's records are in
 */
export function serverArguments(
  cluster: string,
  endpoint: Endpoint,
  special: Settings = {},
): string[] {
  const listening =
    endpoint.kind === 'socket'
      ? { listen_addresses: '', unix_socket_directories: '../run', port: String(SOCKET_PORT) }
      : { listen_addresses: LOOPBACK, unix_socket_directories: '', port: String(endpoint.port) };
  const all = Object.entries({ ...SETTINGS, ...special, ...listening });
  return ['-D', cluster, ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
