import type { AccountPage } from '@simiente/contract/accounts/calls';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { INVITED, SUSPENDED, staff } from '../../schema/staff.ts';
import { addColleague } from '../../testing/accounts/records.ts';
import { sharedApplication, type TestStaff } from '../../testing/application.ts';
import { addDoctor } from '../../testing/records.ts';

const testApp = sharedApplication();
let ana: TestStaff;

beforeEach(async () => {
  const { database, signInAs } = testApp();
  await database.db.delete(staff);
  ana = await signInAs('ana@simiente.example', ['todo', 'administracion']);
});

async function list(query = ''): Promise<AccountPage> {
  const { body } = await ana.get(`/v1/accounts/list?${query}`);
  return (body as { data: AccountPage }).data;
}

describe('the list of accounts', () => {
  test('E-10.340: shows state, roles, doctor, second step and last access of each account, by name', async () => {
    const { database, signInAs } = testApp();
    const { db } = database;
    const doctorId = await addDoctor(db, { name: 'Julián Padilla' });
    await addColleague(db, { name: 'Julián Padilla', roles: ['medico'], doctorId });
    await addColleague(db, { name: 'Gerardo Luna', roles: ['recepcion'], status: SUSPENDED });
    await addColleague(db, { name: 'Regina Montaño', status: INVITED, twoFactorEnabled: true });
    const zoe = await signInAs('zoe@simiente.example', ['recepcion']);
    await db.update(staff).set({ name: 'Zoe Aldana' }).where(eq(staff.id, zoe.id));
    await db.update(staff).set({ name: 'Ana Roa' }).where(eq(staff.id, ana.id));
    await ana.get('/v1/user/list');

    const page = await list();
    expect(page.accounts.map(({ name, state }) => [name, state])).toEqual([
      ['Ana Roa', 'active'],
      ['Gerardo Luna', 'suspended'],
      ['Julián Padilla', 'active'],
      ['Regina Montaño', 'invited'],
      ['Zoe Aldana', 'active'],
    ]);
    expect(page).toMatchObject({
      total: 5,
      counts: { active: 3, invited: 1, suspended: 1 },
      withoutTwoFactor: 4,
      rolesInUse: true,
    });
    const [own, , julian] = page.accounts;
    expect(own).toMatchObject({ own: true, roles: ['todo', 'administracion'], openSessions: 1 });
    expect(own?.lastAccessAt).not.toBeNull();
    expect(julian).toMatchObject({
      own: false,
      doctor: { idDoctor: doctorId, name: 'Julián Padilla' },
      lastAccessAt: null,
      twoFactor: false,
      openSessions: 0,
    });
  });

  test('E-10.340: is searched by words without accents, and filtered by state, role and second step', async () => {
    const { db } = testApp().database;
    await addColleague(db, {
      name: 'Íñigo Zúñiga',
      email: 'iz@clinica.example',
      roles: ['medico'],
    });
    await addColleague(db, { name: 'Eva Luna', twoFactorEnabled: true });
    const names = async (query: string) => (await list(query)).accounts.map(({ name }) => name);
    expect(await names('search=zuniga inigo')).toEqual(['Íñigo Zúñiga']);
    expect(await names('search=clinica.example')).toEqual(['Íñigo Zúñiga']);
    expect(await names('role=medico')).toEqual(['Íñigo Zúñiga']);
    expect(await names('twoFactor=on')).toEqual(['Eva Luna']);
    expect(await names('state=suspended')).toEqual([]);
    expect((await list('state=suspended')).counts.active).toBe(3);
  });

  test('E-10.340: pages by keyset, by name and by last access', async () => {
    const { db } = testApp().database;
    for (let index = 0; index < 5; index += 1) await addColleague(db, { name: `Cuenta ${index}` });
    for (const sort of ['name', '-name', 'lastAccess', '-lastAccess']) {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: AccountPage = await list(
          `sort=${sort}&limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
        );
        seen.push(...page.accounts.map(({ idAccount }) => idAccount));
        cursor = page.nextCursor;
      }
      expect(new Set(seen).size, sort).toBe(6);
      expect(seen, sort).toHaveLength(6);
    }
    expect((await list('sort=-lastAccess')).accounts[0]?.own).toBe(true);
  });
});
