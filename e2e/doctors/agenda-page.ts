import type { Locator, Page } from '@playwright/test';
import { instant, NEXT_SUNDAY, TUESDAY, WEDNESDAY } from '../product/days.ts';
import { expect } from '../product/test.ts';
import { bookings, findPath } from './records.ts';

export const CALL = '**/v1/doctor/update_appointment_status';
/** The height of half an hour in the grid. */
export const HALF_HOUR_HEIGHT = 38;

/** A future week, and the Sunday of the next one, in Mexico City. */
export const busyWeek = bookings(
  { id: 'apt_1', patient: 'Ana Paz', at: instant(TUESDAY, '15:00') },
  { id: 'apt_2', patient: 'Bruno Gil', at: instant(TUESDAY, '17:00'), status: 'assigned' },
  { id: 'apt_3', patient: 'Carla Ríos', at: instant(WEDNESDAY, '15:00'), status: 'cancelled' },
  // Tuesday on the clinic's clocks, and Wednesday in UTC.
  { id: 'apt_4', patient: 'Diego Sol', at: instant(WEDNESDAY, '01:30') },
  { id: 'apt_5', patient: 'Elsa Mar', at: instant(NEXT_SUNDAY, '16:00') },
);

export async function openAgenda(page: Page, query = `?fecha=${TUESDAY}`): Promise<void> {
  await page.goto((await findPath(page, 'Renata')) + query);
  await expect(page.getByRole('region', { name: 'Agenda' })).toHaveAttribute('aria-busy', 'false');
}

/** An appointment in the grid or the list, by its patient, whose contact is a button with only their name. */
export const getEvent = (page: Page, patient: string) =>
  page.getByRole('button', { name: patient }).filter({ hasText: patient });
export const getColumn = (page: Page, day: string) =>
  page.locator(`[role="cell"][data-date="${day}"]`);
export const agenda = (page: Page) => page.getByRole('region', { name: 'Agenda' });

/** Clicks at 11:00 of a day without appointments, once the grid has stopped moving. */
export async function clickAtEleven(page: Page, day: string): Promise<void> {
  // Three hours after 8:00.
  await getColumn(page, day).click({ position: { x: 60, y: 6 * HALF_HOUR_HEIGHT + 10 } });
}

/** Drags an appointment by this many px, and keeps the button pressed. */
export async function startDrag(page: Page, event: Locator, { x = 0, y = 0 }): Promise<void> {
  // Hovering waits until the event has stopped moving.
  await event.hover();
  const box = await event.boundingBox();
  if (!box) throw new Error('There is no element to drag');
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
  await startDrag(page, event, by);
  await page.mouse.up();
}
