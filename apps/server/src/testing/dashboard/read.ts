import {
  activityPage,
  type DashboardCounts,
  dashboardCounts,
  type ExamPage,
  examPage,
} from '@simiente/contract/dashboard/calls';
import { expect } from 'vitest';
import * as z from 'zod';
import type { TestApplication } from '../application.ts';

type Query = Record<string, string>;

async function read<Data>(
  { staff }: TestApplication,
  path: string,
  query: Query,
  data: z.ZodType<Data>,
): Promise<Data> {
  const { status, body } = await staff.get(`${path}?${new URLSearchParams(query)}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return data.parse(z.object({ data: z.unknown() }).parse(body).data);
}

export function readDashboardCounts(
  application: TestApplication,
  query: Query,
): Promise<DashboardCounts> {
  return read(application, '/v1/dashboard/figures', query, dashboardCounts);
}

export function readActivity(
  application: TestApplication,
  query: Query,
): Promise<z.output<typeof activityPage>> {
  return read(application, '/v1/dashboard/activity', query, activityPage);
}

export function readExams(application: TestApplication, query: Query): Promise<ExamPage> {
  return read(application, '/v1/exam/list', query, examPage);
}

/** Only the counts of the cards. */
export function getValues({ patients, laboratories, orders, exams }: DashboardCounts) {
  return {
    patients: patients.value,
    laboratories: laboratories.value,
    orders: orders.value,
    exams: exams.value,
  };
}
