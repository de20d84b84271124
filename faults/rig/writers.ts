import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, type Call, type Client, expectGood } from './client.ts';
import type { Edited, Ledger } from './ledger.ts';
import { makePicture } from './picture.ts';
import type { Random } from './random.ts';

/** Milliseconds until a request without a definite answer is repeated, and until a missing one counts as a violation. */
const PAUSE = 100;
const MAX_OUTAGE = 240_000;
/** One of ten requests without an answer is never repeated. */
const ABANDONED_SHARE = 0.1;
/** Patients that all writers edit. */
const EDITED = 4;
const FIRST_DAY = Date.UTC(2031, 0, 6, 15);
const APPOINTMENT = 30 * 60_000;

export interface WriterDeps {
  readonly client: Client;
  readonly ledger: Ledger;
  readonly random: Random;
}

/** Running writers; they finish their started requests when they are stopped. */
export interface Writers {
  stop(): Promise<void>;
  /** Waits until this many more writes are acknowledged. */
  waitForAcknowledged(more: number): Promise<void>;
}

/** Starts this many concurrent writers: patients, exams with files, appointments, edits. */
export async function startWriters(deps: WriterDeps, count: number): Promise<Writers> {
  const { client, ledger } = deps;
  const doctorId = await addDoctor(client);
  while (ledger.edited.length < EDITED) {
    const { body } = expectGood(await client.send(newPatient(`Editada ${randomUUID()}`)));
    const { idUser: id, version } = body.data.patient;
    ledger.edited.push({ id, version, acknowledged: 0, unknown: 0 });
  }
  let stopped = false;
  const writing = Array.from({ length: count }, async () => {
    while (!stopped) await write({ ...deps, doctorId });
  });
  return {
    stop: async () => {
      stopped = true;
      await Promise.all(writing);
    },
    waitForAcknowledged: async (more) => {
      const enough = ledger.acknowledged + more;
      const deadline = performance.now() + MAX_OUTAGE;
      while (ledger.acknowledged < enough && ledger.violations.length === 0) {
        if (performance.now() > deadline) throw new Error('No write was acknowledged in time');
        await delay(20);
      }
    },
  };
}

type Deps = WriterDeps & { readonly doctorId: string };

function write(deps: Deps): Promise<void> {
  const kind = deps.random.next();
  if (kind < 0.5) return writePatient(deps);
  if (kind < 0.65) return writeExam(deps);
  if (kind < 0.8) return writeAppointment(deps);
  return edit(deps);
}

async function writePatient(deps: Deps): Promise<void> {
  const name = `Paciente ${randomUUID()}`;
  const entry = { kind: 'patient' as const, name, id: null as string | null };
  deps.ledger.entries.push(entry);
  const answer = await sendUntilAnswered(deps, newPatient(name));
  if (answer) entry.id = answer.body.data.patient.idUser;
}

async function writeExam(deps: Deps): Promise<void> {
  const type = `Estudio ${randomUUID()}`;
  const entry = { kind: 'exam' as const, type, id: null as string | null };
  const form = new FormData();
  form.append('idUser', pickEdited(deps).id);
  form.append('examType', type);
  const picture = new Blob([Buffer.from(makePicture(deps.random.next))], { type: 'image/png' });
  form.append('file', picture, 'estudio.png');
  deps.ledger.entries.push(entry);
  const call = { method: 'POST', path: '/v1/exam/create', form, key: randomUUID() } as const;
  const answer = await sendUntilAnswered(deps, call);
  if (answer) entry.id = answer.body.data.exam.id;
}

/** Uses one of few times, so that writers compete for the same one. */
async function writeAppointment(deps: Deps): Promise<void> {
  const { ledger, random, doctorId } = deps;
  const taken = ledger.entries.filter(({ kind }) => kind === 'appointment').length;
  const startsAt = new Date(FIRST_DAY + random.between(0, taken + 10) * APPOINTMENT).toISOString();
  const patientId = pickEdited(deps).id;
  const entry = { kind: 'appointment' as const, patientId, startsAt, id: null as string | null };
  const payload = { idUser: patientId, idDoctor: doctorId, date: startsAt };
  const path = '/v1/doctor/create_appointment';
  const answer = await sendUntilAnswered(
    deps,
    { method: 'POST', path, payload, key: randomUUID() },
    [409],
  );
  if (answer?.status !== 200) return;
  entry.id = answer.body.data.appointment.id;
  ledger.entries.push(entry);
}

/** Edits the last known version, which another edit may have replaced. */
async function edit(deps: Deps): Promise<void> {
  const edited = pickEdited(deps);
  const payload = {
    idUser: edited.id,
    version: edited.version,
    phone: `55 ${deps.random.between(10_000_000, 99_999_999)}`,
  };
  const path = '/v1/user/update';
  const answer = await sendUntilAnswered(
    deps,
    { method: 'PUT', path, payload, key: randomUUID() },
    [409],
  );
  if (answer === null) {
    edited.unknown += 1;
  } else if (answer.status === 409) {
    edited.version = Math.max(edited.version, answer.body.details.current.version);
  } else {
    edited.acknowledged += 1;
    edited.version = Math.max(edited.version, answer.body.data.patient.version);
  }
}

/**
 * Repeats a request, with the same idempotency key, until it has a definite answer or the writers
 * are stopped. Any other answer is a violation.
 */
async function sendUntilAnswered(
  { client, ledger, random }: Deps,
  call: Call,
  alsoGood: readonly number[] = [],
): Promise<NonNullable<Answer> | null> {
  const deadline = performance.now() + MAX_OUTAGE;
  for (;;) {
    const answer = await client.send(call);
    if (answer && (answer.status === 200 || alsoGood.includes(answer.status))) return answer;
    if (answer && !isTemporary(answer)) {
      ledger.violations.push(`${call.path}: ${answer.status} ${answer.body?.code ?? ''}`);
      return null;
    }
    if (answer) ledger.unavailable += 1;
    else ledger.unanswered += 1;
    if (!answer && random.next() < ABANDONED_SHARE) return null;
    if (performance.now() > deadline) {
      ledger.violations.push(`${call.path}: no good answer in ${MAX_OUTAGE} ms`);
      return null;
    }
    await delay(PAUSE * (0.5 + random.next()));
  }
}

/** Temporary: unavailable with Retry-After, or no space on the disk. */
function isTemporary({ status, retryAfter }: NonNullable<Answer>): boolean {
  return (status === 503 && Number(retryAfter) > 0) || status === 507;
}

function newPatient(name: string): Call {
  const payload = { name, email: null, phone: null };
  return { method: 'POST', path: '/v1/user/create', payload, key: randomUUID() };
}

async function addDoctor(client: Client): Promise<string> {
  const payload = {
    name: 'Renata Olvera',
    email: null,
    specialties: ['Andrología'],
    appointmentMinutes: APPOINTMENT / 60_000,
    workingDays: [],
  };
  const answer = await client.send({ method: 'POST', path: '/v1/doctor/create', payload });
  return expectGood(answer).body.data.doctor.idDoctor;
}

function pickEdited({ ledger, random }: Deps): Edited {
  const edited = ledger.edited[random.between(0, ledger.edited.length)];
  if (!edited) throw new Error('There is no patient to edit');
  return edited;
}
