import type { ResultSet } from '@simiente/contract/results/calls';
import { beforeAll } from 'vitest';
import type { TestApplication, TestStaff } from '../application.ts';
import { addPatient } from '../records.ts';

interface Answer {
  status: number;
  code?: string;
  issues?: { path: string; message: string }[];
  details?: { current: ResultSet };
  data?: { set: ResultSet; sets: ResultSet[] };
}

/** Values on a laboratory's paper, as a user types them. */
export const paper = [
  { analyte: 'volume', value: '2,10', range: '≥ 1.4' },
  { analyte: 'concentration', value: '14', range: '≥ 16' },
  { analyte: 'progressiveMotility', value: '34' },
  { analyte: 'nonProgressiveMotility', value: '11' },
  { analyte: 'immotile', value: '55' },
  { analyte: 'leukocytes', value: '< 1' },
  { analyte: 'colour', text: 'Blanco opalescente' },
];
export const semen = {
  examType: 'Seminograma',
  collectedAt: '2026-10-12T14:40:00Z',
  values: paper,
};

export const findValue = (set: ResultSet | undefined, key: string) =>
  set?.values.find(({ analyte }) => analyte === key);

/** Calls about results, by a technician or a doctor. */
export function resultCalls(
  testApp: () => Pick<TestApplication, 'database' | 'staff' | 'signInAs'>,
) {
  let technician: TestStaff;
  let doctor: TestStaff;
  beforeAll(async () => {
    technician = await testApp().signInAs('laboratorio@simiente.example', ['laboratorio']);
    doctor = await testApp().signInAs('medico@simiente.example', ['medico']);
  });

  /** Sends as the technician by default. A validation says that the values were compared with the paper. */
  async function send(call: string, sent: object, staffUser = technician, headers = {}) {
    const method = call === 'update' ? 'PUT' : 'POST';
    const payload = call === 'validate' ? { basis: 'paper', ...sent } : sent;
    const answer = await staffUser.request({ method, url: `/v1/result/${call}`, payload, headers });
    return answer.json<Answer>();
  }

  return {
    technician: () => technician,
    doctor: () => doctor,
    send,

    async findSets(idUser: string, staffUser = testApp().staff): Promise<ResultSet[]> {
      const { body } = await staffUser.get(`/v1/result/of-patient?idUser=${idUser}`);
      return (body as Answer).data?.sets ?? [];
    },

    /** Enters the values of the paper for a new patient. */
    async enterPaper(more: object = {}, staffUser = technician): Promise<ResultSet> {
      const idUser = await addPatient(testApp().database.db);
      const { data } = await send('create', { idUser, ...semen, ...more }, staffUser);
      if (data === undefined) throw new Error('The results were not entered');
      return data.set;
    },

    async listPending(): Promise<object[]> {
      const { body } = await testApp().staff.get('/v1/result/pending?limit=100');
      return (body as { data: { results: object[] } }).data.results;
    },
  };
}
