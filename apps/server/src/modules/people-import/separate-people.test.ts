import { curpCheckDigit } from '@simiente/contract/patients/curp';
import { beforeEach, describe, expect, test } from 'vitest';
import { sharedApplication } from '../../testing/application.ts';
import { columns, newId, newSurname, peopleRequests } from '../../testing/calls/people-requests.ts';
import { addPatient } from '../../testing/records.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => testApp().database.db;
const { send, check, importFile, readFamily } = peopleRequests(testApp);

let family: string;
beforeEach(() => {
  family = newSurname();
});

const phone = '55 1234 5678';
const toRow = (name: string, email = '') => `${name} ${family} Mora,${email},${phone}\n`;
const toFile = (...rows: string[]) => `N,C,T\n${rows.join('')}`;
const readPeople = async () =>
  (await readFamily(family)).map(({ name, email }) => [name.split(' ')[0], email]);

describe('a row that is another person than its match', () => {
  test('E-10.3949: is imported as a new person, and the same file again changes nothing', async () => {
    await addPatient(db(), { name: `Mario ${family} Mora`, email: '', phone });
    const csv = toFile(toRow('Marion', 'maria@example.org'));
    expect((await check(csv)).review).toMatchObject({ existing: [{ line: 2, reason: 'phone' }] });
    const changes = { separate: [2] };
    expect((await check(csv, { changes })).review).toMatchObject({ created: 1, existing: [] });
    expect(await importFile(csv, changes)).toMatchObject({ created: 1, completed: 0 });
    const people = [
      ['Mario', ''],
      ['Marion', 'maria@example.org'],
    ];
    expect(await readPeople()).toEqual(people);
    for (const again of [changes, {}]) {
      expect(await importFile(csv, again)).toMatchObject({
        created: 0,
        completed: 0,
        unchanged: 1,
      });
    }
    expect(await readPeople()).toEqual(people);
  });

  test('E-10.3949: is imported as a new person if it shares a phone, and a later row belongs to the person with the nearest name', async () => {
    const csv = toFile(toRow('Mario'), toRow('Marion'), toRow('MARION', 'maria@example.org'));
    const [first, firstName] = [2, `Mario ${family} Mora`];
    expect((await check(csv)).review).toMatchObject({
      repeatedRows: [
        { line: 3, name: `Marion ${family} Mora`, first, firstName, reason: 'phone' },
        { line: 4, first, firstName, reason: 'phone' },
      ],
    });
    const changes = { separate: [3] };
    expect(await importFile(csv, changes)).toMatchObject({ created: 2, repeated: 1 });
    const people = [
      ['Mario', null],
      ['Marion', 'maria@example.org'],
    ];
    expect(await readPeople()).toEqual(people);
    for (const again of [changes, {}]) {
      expect(await importFile(csv, again)).toMatchObject({ created: 0, completed: 0 });
    }
    expect(await readPeople()).toEqual(people);
  });

  test('E-10.3949: is a second record even if its row equals an earlier one', async () => {
    const csv = toFile(toRow('Juan'), toRow('Juan'));
    expect((await check(csv)).review).toMatchObject({ repeatedRows: [{ line: 3, reason: 'row' }] });
    const changes = { separate: [3] };
    expect(await importFile(csv, changes)).toMatchObject({ created: 2, repeated: 0 });
    for (const again of [changes, {}]) {
      expect(await importFile(csv, again)).toMatchObject({ created: 0, completed: 0 });
    }
    expect(await readPeople()).toHaveLength(2);
  });

  test('E-10.3950: is still the same person if its CURP belongs to a patient or to an earlier row', async () => {
    const mapping = [...columns, { index: 3, field: 'curp' }];
    const text = 'RESH880403HDFNLG0';
    const curp = text + curpCheckDigit(text);
    const csv = `N,C,T,CURP\nAna ${family},,,${curp}\nAnna ${family},,,${curp}\n`;
    const importAll = async () => {
      const options = { mapping, changes: { separate: [2, 3] }, fields: { idImport: newId() } };
      return (await send('import', csv.replace('Anna', 'Anita'), options)).data.outcome;
    };
    expect((await check(csv, { mapping, changes: { separate: [3] } })).review).toMatchObject({
      ...{ created: 1, repeatedRows: [{ line: 3, reason: 'curp' }] },
    });
    expect(await importAll()).toMatchObject({ created: 1, repeated: 1 });
    expect(await importAll()).toMatchObject({ created: 0, unchanged: 2 });
  });

  test('E-10.3951: belongs to the patient with its name if two patients have its phone', async () => {
    const names = ['Mario', 'Marion'];
    const ids: string[] = [];
    for (const name of names) {
      ids.push(await addPatient(db(), { name: `${name} ${family} Mora`, email: '', phone }));
    }
    const csv = toFile(...names.map((name) => toRow(name)));
    expect((await check(csv)).review?.existing.map(({ id }) => id)).toEqual(ids);
  });
});
