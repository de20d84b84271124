import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ACCEPTED_SENTENCE } from '@simiente/contract/reports/states';
import type { WorkingCopy } from '@simiente/contract/reports/working-copy';
import { makeCodeGenerator } from '@simiente/server/testing/accounts/otp';
import { Client as Database } from 'pg';
import { expect, test } from 'vitest';
import { forLength } from '../scripts/test-length.mjs';
import { DataFolder } from './rig/folder.ts';
import { newRandom } from './rig/random.ts';
import { ADMIN, ServerProcess } from './rig/server.ts';

const TIMES = forLength(2, 100);
const TEXT = 'La muestra llegó completa.';

// biome-ignore lint/suspicious/noExplicitAny: any answer; the fields that are read are compared
type Data = any;

/** A doctor who signs at a server that is killed and started again. */
class Signer {
  readonly #folder: DataFolder;
  #server: ServerProcess;
  #url = '';
  #cookie = '';
  #uri = '';

  constructor(folder: DataFolder) {
    this.#folder = folder;
    this.#server = new ServerProcess({ dataDir: folder.path });
  }

  /** Gives the account a role, an identity and a second step. */
  async prepare(): Promise<void> {
    this.#url = await this.#server.url();
    await this.query(`update staff set roles = '{medico}'`);
    await this.query(`
      insert into professional_identities (staff_id, cedula) select id, '12345678' from staff`);
    await this.query(`
      insert into professional_identity_versions (id, staff_id, full_name, cedula, institution, valid_from, confirmed_at)
      select 'pid_1', id, 'Eva Luna Ríos', '12345678', 'UNAM', '2020-01-31', now() from staff`);
    await this.post('/api/auth/sign-in/email', ADMIN);
    const { uri } = await this.post('/api/auth/two-factor/enable', { password: ADMIN.password });
    this.#uri = uri;
    await this.post('/api/auth/two-factor/confirm', { code: await makeCodeGenerator(uri)() });
  }

  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const database = new Database(await this.#folder.superuser());
    await database.connect();
    try {
      return (await database.query(text, [...values])).rows as Row[];
    } finally {
      await database.end();
    }
  }

  async post(path: string, payload: object, key?: string): Promise<Data> {
    const answer = await fetch(`${this.#url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: this.#cookie,
        ...(key && { 'idempotency-key': key }),
      },
      body: JSON.stringify(payload),
    });
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    if (cookies.length > 0) this.#cookie = cookies.join('; ');
    const body = (await answer.json()) as Data;
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`);
    return body.data ?? body;
  }

  /** A patient with a draft under review. */
  async review(number: number): Promise<WorkingCopy> {
    await this.query(`insert into patients (id, name) values ($1, 'Ana Pérez')`, [`usr_${number}`]);
    await this.query(
      `insert into report_versions (id, patient_id, kind, number, type, text, sha256, arrived_at, source)
       values ($1, $2, 'exam_ai', 1, 'draft', $3, '', now(), 'ia')`,
      [`rpv_${number}`, `usr_${number}`, TEXT],
    );
    return (await this.post('/v1/reports/start-review', { idVersion: `rpv_${number}` }))
      .workingCopy;
  }

  async sign({ idWorkingCopy, version, sha256 }: WorkingCopy, key: string) {
    // A code of the current half minute may have been used.
    await this.query('update staff_two_factors set last_used_step = null');
    const code = await makeCodeGenerator(this.#uri)();
    const confirmation = { password: ADMIN.password, code };
    const accepted = ACCEPTED_SENTENCE;
    return this.post(
      '/v1/reports/sign',
      { idWorkingCopy, version, sha256, accepted, confirmation },
      key,
    );
  }

  async killAndStart(): Promise<void> {
    await this.#server.kill();
    this.#server = new ServerProcess({ dataDir: this.#folder.path });
    this.#url = await this.#server.url();
  }
}

interface Signed {
  readonly signed: number;
  readonly audited: number;
  readonly copies: number;
}

test('E-10.605: after kill -9 of the server between signing and commit a report is signed with its row of the audit, or not at all', async () => {
  const random = newRandom();
  console.log(`kill -9 while signing: FAULTS_SEED=${random.seed}`);
  const signer = new Signer(await DataFolder.make());
  await signer.prepare();
  const began = performance.now();
  await signer.sign(await signer.review(0), 'first');
  const usual = performance.now() - began;

  const outcomes: string[] = [];
  for (let number = 1; number <= TIMES; number += 1) {
    const copy = await signer.review(number);
    expect(copy.sha256).toBe(createHash('sha256').update(TEXT).digest('hex'));
    const answer = signer.sign(copy, `key-${number}`).catch(() => null);
    await delay(random.between(0, usual));
    await signer.killAndStart();
    const acknowledged = (await answer) !== null;
    const state = async () => {
      const [row] = await signer.query<Signed>(
        `select (select count(*)::int from report_versions v where v.patient_id = $1 and v.type = 'signed') as signed,
           (select count(*)::int from report_versions v join audit_events e on e.id = v.audit_event_id
             and e.subject_id = v.id and e.action = 'report.signed' where v.patient_id = $1) as audited,
           (select count(*)::int from report_working_copies where patient_id = $1) as copies`,
        [`usr_${number}`],
      );
      return row;
    };
    const whole = { signed: 1, audited: 1, copies: 0 };
    const found = await state();
    expect([whole, { signed: 0, audited: 0, copies: 1 }]).toContainEqual(found);
    if (acknowledged) expect(found).toEqual(whole);
    outcomes.push(found?.signed === 1 ? 'signed' : 'not signed');
    // A repeated request leaves the report signed once.
    await signer.sign(copy, `key-${number}`);
    expect(await state()).toEqual(whole);
  }
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
  console.log(
    `${TIMES} kills: ${count('signed')} signed, ${count('not signed')} not signed before the repetition`,
  );
  // Each signature is sealed, and no audit row lacks its signature.
  await expect
    .poll(
      async () =>
        (
          await signer.query<object>(
            `select count(*)::int as signed, count(s.seq)::int as sealed,
               (select count(*)::int from audit_events where action = 'report.signed') as audited
             from report_versions v left join audit_seals s on s.event_id = v.audit_event_id where v.type = 'signed'`,
          )
        )[0],
    )
    .toEqual({ signed: TIMES + 1, sealed: TIMES + 1, audited: TIMES + 1 });
});
