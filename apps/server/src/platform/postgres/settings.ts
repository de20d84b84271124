/** The address of the database: a Unix socket, or a port of the loopback address. */
export type Endpoint = { kind: 'socket' } | { kind: 'loopback'; port: number };

export const LOOPBACK = '127.0.0.1';
/** Part of the socket's file name; nothing listens on this port. */
export const SOCKET_PORT = 5432;

/** PostgreSQL's own names and values. */
export type Settings = Readonly<Record<string, string>>;

const SETTINGS: Settings = {
  // An acknowledged write is on the disk and survives any crash.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_compression: 'on',
  // Settings for a small machine: one server, some tools.
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
  // ERROR is left out, because such messages may quote user input, and the application gets them anyway.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  logging_collector: 'off',
  unix_socket_permissions: '0700',
};

/** Seconds after which a partial segment is finished, if anything was written. */
const SEGMENT_SECONDS = 30;

/** Settings that copy finished segments for the archive, with a module of PostgreSQL. */
export function archiveSettings(spool: string): Settings {
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': spool,
    archive_timeout: String(SEGMENT_SECONDS),
  };
}

/**
 * The server's arguments. They override postgresql.conf and ALTER SYSTEM, so a cluster always has its guarantees.
 * The socket's folder is relative to the cluster, which can be moved.
 * @param special settings that replace these, for a cluster without real data
 */
export function serverArguments(
  cluster: string,
  endpoint: Endpoint,
  special: Settings | undefined,
): string[] {
  const listening =
    endpoint.kind === 'socket'
      ? { listen_addresses: '', unix_socket_directories: '../run', port: String(SOCKET_PORT) }
      : { listen_addresses: LOOPBACK, unix_socket_directories: '', port: String(endpoint.port) };
  const all = Object.entries({ ...SETTINGS, ...special, ...listening });
  return ['-D', cluster, ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
