/** The address of the database: a Unix socket, or a port of the loopback address. */
export type Endpoint = { kind: 'socket' } | { kind: 'loopback'; port: number };

export const LOOPBACK = '127.0.0.1';
/** This number is only part of the socket's file name; no TCP port is open. */
export const SOCKET_PORT = 5432;

export type Settings = Readonly<Record<string, string>>;

const SETTINGS: Settings = {
  // Committed writes are on the disk and survive any crash.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_compression: 'on',
  // The limits fit a small machine with one server and some tools.
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
  // 'log' excludes ERROR, because such messages may quote user input, and the application gets them anyway.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  logging_collector: 'off',
  unix_socket_permissions: '0700',
};

/** Maximum age of an unarchived change, in seconds: PostgreSQL then archives the partial segment. */
const SEGMENT_SECONDS = 30;

/** Settings that copy finished WAL segments to a folder. */
export function archiveSettings(spool: string): Settings {
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': spool,
    archive_timeout: String(SEGMENT_SECONDS),
  };
}

/**
 * The server's arguments. They override postgresql.conf and ALTER SYSTEM, so that durability cannot be turned off
 * there. The socket's folder is relative, so that the cluster can be moved.
 */
export function serverArguments(
  cluster: string,
  endpoint: Endpoint,
  overrides: Settings | undefined,
): string[] {
  const listening =
    endpoint.kind === 'socket'
      ? { listen_addresses: '', unix_socket_directories: '../run', port: String(SOCKET_PORT) }
      : { listen_addresses: LOOPBACK, unix_socket_directories: '', port: String(endpoint.port) };
  const all = Object.entries({ ...SETTINGS, ...overrides, ...listening });
  return ['-D', cluster, ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
