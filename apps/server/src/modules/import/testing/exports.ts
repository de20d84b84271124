import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import { type Act, NO_REQUEST } from '../../../platform/act.ts';
import type { Database } from '../../../platform/database/database.ts';

/** The reference export of the legacy back end. */
export const LEGACY_EXPORT = fileURLToPath(
  new URL('../../../../../../fixtures/legacy-export.json', import.meta.url),
);

export const operator: Act = {
  actor: { kind: 'operator', id: 'pruebas' },
  origin: NO_REQUEST,
};

/** A file with this text, or this value as JSON, deleted after the test. */
export async function exportFile(content: unknown): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-import-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'export.json');
  const raw = typeof content === 'string' || content instanceof Uint8Array;
  await writeFile(file, raw ? content : JSON.stringify(content));
  return file;
}

/** Every row of every table, to compare two states. */
export async function snapshot(db: Database): Promise<Record<string, readonly string[]>> {
  const tables = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const contents: Record<string, readonly string[]> = {};
  for (const { name } of tables.rows) {
    const { rows } = await db.execute<{ row: string }>(
      sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} as t order by 1`,
    );
    contents[name] = rows.map(({ row }) => row);
  }
  return contents;
}

/** A small export with every kind of reference. */
export function smallExport() {
  return {
    users: [
      {
        idUser: 'usr_1',
        name: 'Íñigo Muñoz',
        email: 'inigo@example.org',
        phone: '+52 55 0000 0001',
        status: 2,
        createDate: '2025-03-17T16:47:06.000Z',
        lastConnection: { _seconds: 1_732_580_653, _nanoseconds: 338_128_293 },
      },
      { idUser: 'usr_2', name: 'José Luis Güemes' },
    ],
    medicalHistories: {
      usr_1: {
        idUser: 'usr_1',
        name: 'Íñigo Muñoz',
        userData: { test: { userName: 'Íñigo' } },
        allExamns: {
          exams: [{ id: 'exm_1', examType: 'Seminograma', fileUrl: 'https://example.org/1.pdf' }],
        },
        MedicalReportData: {
          examReportIA: { message: '**Volumen:** 2 ml【4:2†source】' },
          firstMedicalReport: { message: 'Todo en orden' },
        },
        appointments: {
          recipeAppointments: [
            {
              id: 'rec_1',
              status: 'pending',
              type: 'Seguimiento',
              calendly_data: {
                start_time: 1_771_121_890_000,
                meeting_url: 'https://meet.example.org/1',
              },
              createDate: '2026-02-01T00:00:00Z',
              prescriptionExplanation: '**Receta**\n---\nVitamina E',
            },
          ],
          doctorAppointments: [
            {
              id: 'apt_1',
              idAppointment: 'apt_1',
              status: 'assigned',
              createDate: 1_753_618_689_000,
              appointmentDate: { date: '2026-02-03T10:00:00Z' },
              doctor: {
                name: 'Ana Ruiz',
                email: 'Ana@example.org',
                specialty_formatted: ['Urología'],
              },
              patient: { name: 'Íñigo Muñoz', email: 'inigo@example.org', phone: '1' },
            },
          ],
        },
      },
    },
    partners: [{ idPartner: 'lab-uno', name: 'Laboratorio Uno', country: 'México' }],
    branches: [
      {
        idBranch: 'brn_1',
        name: 'Sucursal Centro',
        address: { street: 'Calle 1', city: 'Mérida' },
        location: { lat: 20.9, lng: -89.6 },
        phone: '1',
        state: 'Yucatán',
        website: 'https://example.org',
        zip: '97000',
        exam_available: ['SEM', 'Perfil Hormonal'],
        namePartner: 'Laboratorio Uno',
        partner: { id: 'lab-uno', name: 'Laboratorio Uno' },
        utm: true,
      },
    ],
    prospects: [
      {
        idProspect: 'prs_1',
        name: 'Ángel Cárdenas',
        mail: 'angel@example.org',
        phone: '2',
        motivo: 'Precio',
        status: 'pending',
        notes: '',
        createDate: '2025-01-01',
      },
    ],
  };
}
