import type { Report } from '@simiente/contract/reports/calls';
import type { ReportKind } from '@simiente/contract/reports/states';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { invalidate, queries, useAnswer } from '../../lib/api/client.ts';

export function useReport(idUser: string, kind: ReportKind, { enabled }: { enabled: boolean }) {
  return useAnswer(queries.reports.ofPatient, {
    input: { idUser },
    select: (data): Report | undefined => data.reports.find((report) => report.kind === kind),
    enabled,
  });
}

/** Whether another version came into force after the history was loaded. Then refetches the history. */
export function useIsTextBehind(
  inForce: string | null | undefined,
  { dataUpdatedAt, refetch }: Pick<UseQueryResult, 'dataUpdatedAt' | 'refetch'>,
): boolean {
  const [loaded, setLoaded] = useState({ inForce, at: dataUpdatedAt });
  if (loaded.at !== dataUpdatedAt || (loaded.inForce === undefined && inForce !== undefined)) {
    setLoaded({ inForce, at: dataUpdatedAt });
  }
  const isBehind =
    loaded.inForce !== undefined && inForce !== undefined && loaded.inForce !== inForce;
  useEffect(() => {
    if (isBehind) void refetch({ cancelRefetch: false });
  }, [isBehind, refetch]);
  return isBehind;
}

export function useVersion(idVersion: string) {
  return useAnswer(queries.reports.getVersion, {
    input: { idVersion },
    select: ({ version }) => version,
  });
}

/** Refetches everything that shows the patient's reports, and the queue. */
export async function refreshReports(idUser: string): Promise<void> {
  const { reports, patients } = queries;
  await invalidate(
    reports.ofPatient.key({ input: { idUser } }),
    reports.getVersion.key(),
    reports.getWorkingCopy.key(),
    reports.queue.key(),
    reports.attention.key(),
    queries.deliveries.ofPatient.key({ input: { idUser } }),
    patients.getMedicalHistory.key({ input: { idUser } }),
  );
}
