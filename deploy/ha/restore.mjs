import { execFileSync } from 'node:child_process';
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs, parseEnv } from 'node:util';
import { readWallTime } from '../../packages/contract/src/common/wall-time.ts';
import { CLI } from '../../scripts/prepare.mjs';

const USAGE = `Uso: deploy/ha/restore 'AAAA-MM-DD HH:MM' [--query SQL] [--into CARPETA]

Ensaya, como root y en cualquiera de las tres máquinas, volver a ese momento (en la hora de la clínica) desde
los respaldos de pgBackRest: restaura aparte, sin tocar los servicios en marcha, comprueba la auditoría, indica
cuánto tardó y borra la copia restaurada. --query muestra el resultado de una consulta. Con --into, seguido de una
carpeta que no existe, la copia restaurada queda allí, lista para que Patroni la use.`;

const HOME = '/var/lib/postgresql';
const BIN = '/usr/lib/postgresql/17/bin';
const DATABASE = 'simiente';

const ids = ['-u', '-g'].map((flag) =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
);
const [uid, gid] = ids;

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { query: { type: 'string' }, into: { type: 'string' } },
  });
  const settings = parseEnv(readFileSync('/etc/simiente/simiente.env', 'utf8'));
  const moment = readMoment(positionals, settings.CLINIC_TIME_ZONE);
  const scratch = mkdtempSync(join(HOME, 'simiente-restore-'));
  const cluster = values.into ?? join(scratch, 'cluster');
  mkdirSync(cluster, { mode: 0o700 });
  for (const folder of [scratch, cluster]) chownSync(folder, uid, gid);
  try {
    await timed('Copia de la base y segmentos', async () => {
      // Not with --archive-mode=off, which would stay in postgresql.auto.conf and stop the archive for good.
      const restore = ['--stanza=simiente', `--pg1-path=${cluster}`, 'restore'];
      const target = ['--type=time', `--target=${moment}`, '--target-action=promote'];
      run('pgbackrest', [...restore, ...target], { stdio: 'inherit' });
    });
    await timed('Recuperación hasta el momento', () => recover(cluster, scratch));
    const url = (role) => `postgres://${role}@restored/${DATABASE}?host=${scratch}`;
    const env = {
      ...settings,
      DATABASE_URL: url('simiente_app'),
      DATABASE_OWNER_URL: url('simiente_owner'),
      DATA_DIR: join(scratch, 'data'),
    };
    const simiente = (args) => run(process.execPath, [CLI, ...args], { env, stdio: 'inherit' });
    await timed('Sesiones y auditoría', async () => {
      simiente(['restore', '--recovered', moment.replace(' ', 'T')]);
      simiente(['audit', 'verify']);
    });
    console.log(`Último registro de la auditoría antes del momento: ${ask(scratch, LAST)}`);
    if (values.query) console.log(ask(scratch, values.query));
    // Stopped in order, so that the remaining files need no recovery.
    stop(cluster);
    if (values.into) keepHistory(cluster);
    console.log(
      values.into
        ? `Quedó en ${values.into}.`
        : 'El ensayo terminó bien; se borra la copia restaurada.',
    );
  } catch (error) {
    if (values.into) rmSync(cluster, { recursive: true, force: true });
    throw error;
  } finally {
    stop(cluster);
    rmSync(scratch, { recursive: true, force: true });
  }
}

const LAST = `select max(at) from audit_events where action <> 'data.restored' and action <> 'audit.verified'`;

/** '2026-11-22 16:15:00+00:00' @throws {Error} with the usage */
function readMoment([text = '', ...rest], timeZone) {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})$/.exec(text) ?? [];
  const reading = date && readWallTime({ date, time }, timeZone);
  const instant = reading && 'instant' in reading ? reading.instant : text;
  if (rest.length > 0 || !/T.*(Z|[+-]\d\d:\d\d)$/.test(instant)) throw new Error(USAGE);
  return new Date(instant).toISOString().replace('T', ' ').replace('Z', '+00:00');
}

/** Isolated from the cluster: no network, no archive, no standbys. */
async function recover(cluster, socket) {
  const hba = join(socket, 'pg_hba.conf');
  writeFileSync(hba, 'local all all trust\n', { mode: 0o644 });
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socket,
    port: '5432',
    hba_file: hba,
    archive_mode: 'off',
    synchronous_standby_names: '',
    primary_conninfo: '',
    logging_collector: 'off',
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
  const log = join(socket, 'postgresql.log');
  try {
    const wait = ['--wait', '--timeout=86400', `--log=${log}`];
    run(join(BIN, 'pg_ctl'), [
      'start',
      `--pgdata=${cluster}`,
      ...wait,
      `--options=${options.join(' ')}`,
    ]);
    while (ask(socket, 'select pg_is_in_recovery()') === 't') await delay(200);
  } catch (error) {
    const tail = readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n');
    throw new Error(`La base no se recuperó hasta ese momento:\n${tail}`, { cause: error });
  }
}

/**
 * Sends the history of the timeline that this restore began to the archive. Without it the next restore from the same
 * backup would begin another timeline of that number.
 */
function keepHistory(cluster) {
  const newest = readdirSync(join(cluster, 'pg_wal'))
    .filter((name) => name.endsWith('.history'))
    .sort()
    .at(-1);
  const push = ['--stanza=simiente', `--pg1-path=${cluster}`, 'archive-push'];
  run('pgbackrest', [...push, join(cluster, 'pg_wal', newest)]);
}

function stop(cluster) {
  try {
    run(join(BIN, 'pg_ctl'), ['stop', `--pgdata=${cluster}`, '--mode=fast', '--silent'], {
      stdio: 'ignore',
    });
  } catch {
    // PostgreSQL was not running.
  }
}

function ask(socket, query) {
  const target = ['-h', socket, '-U', 'postgres', '-d', DATABASE];
  return run('psql', [...target, '-v', 'ON_ERROR_STOP=1', '-Atc', query]).trim();
}

function run(program, args, options = {}) {
  return execFileSync(program, args, { cwd: '/', encoding: 'utf8', uid, gid, ...options }) ?? '';
}

async function timed(what, work) {
  const began = performance.now();
  await work();
  console.log(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

await main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
