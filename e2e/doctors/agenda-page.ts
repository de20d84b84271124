import type { Locator, Page } from '@playwright/test';
import { expect } from '../product/test.ts';
import { bookings, pathOf } from './records.ts';

export const CALL = '**/v1/doctor/update_appointment_status';
/** What half an hour measures in the grid. */
export const HALF_HOUR = 38;

/** The week of Monday 11 January 2027, in Mexico City. */
export const januaryWeek = bookings(
  { id: 'apt_1', patient: 'Ana Paz', at: '2027-01-12T15:00:00Z' },
  { id: 'apt_2', patient: 'Bruno Gil', at: '2027-01-12T17:00:00Z', status: 'assigned' },
  { id: 'apt_3', patient: 'Carla Ríos', at: '2027-01-13T15:00:00Z', status: 'cancelled' },
  // Tuesday on the clinic's clocks, and Wednesday in UTC.
  { id: 'apt_4', patient: 'Diego Sol', at: '2027-01-13T01:30:00Z' },
  { id: 'apt_5', patient: 'Elsa Mar', at: '2027-01-24T16:00:00Z' },
);

export async function openAgenda(page: Page, query = '?fecha=2027-01-12'): Promise<void> {
  await page.goto((await pathOf(page, 'Renata')) + query);
  await expect(page.getByRole('region', { name: 'Agenda' })).toHaveAttribute('aria-busy', 'false');
}

/** An appointment in the grid, by whose it is. */
export const eventOf = (page: Page, patient: string) => page.getByRole('button', { name: patient });
export const columnOf = (page: Page, day: string) =>
  page.locator(`[role="cell"][data-date="${day}"]`);
export const agenda = (page: Page) => page.getByRole('region', { name: 'Agenda' });

/** Points at 11:00 of a day on which nobody comes. */
export async function pointAt(page: Page, day: string): Promise<void> {
  const box = await columnOf(page, day).boundingBox();
  if (!box) throw new Error('There is no such day to point at');
  // Three hours after 8:00.
  await page.mouse.click(box.x + box.width / 2, box.y + 6 * HALF_HOUR + 10);
}

/** Takes hold of an appointment and takes it so many px away. */
export async function hold(page: Page, event: Locator, { x = 0, y = 0 }): Promise<void> {
  // Once it stands still.
  await event.hover();
  const box = await event.boundingBox();
  if (!box) throw new Error('There is nothing to take hold of');
  const [left, top] = [box.x + box.width / 2, box.y + 8];
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(left + x / 2, top + y / 2, { steps: 5 });
  await page.mouse.move(left + x, top + y, { steps: 5 });
}

export async function drag(
  page: Page,
  event: Locator,
  by: { x?: number; y?: number },
): Promise<void> {
  await hold(page, event, by);
  await page.mouse.up();
}
