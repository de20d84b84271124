import type { Laboratory } from '@simiente/contract/exams/calls';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../lib/api/client.ts';
import {
  defaultPeriodIn,
  type Period,
  type PeriodFilter,
  type PeriodSearch,
  toPeriodFilter,
} from '../../lib/period/period.ts';
import type { Crumb } from '../../ui/layout/Breadcrumb.tsx';
import { useClinicTimeZone } from '../session/public.ts';

/** The filter of a URL, on the clinic's calendar. */
export function usePeriod(search: PeriodSearch): { filter: PeriodFilter; defaultPeriod: Period } {
  const defaultPeriod = defaultPeriodIn(useClinicTimeZone());
  return { filter: toPeriodFilter(search, defaultPeriod), defaultPeriod };
}

/** The laboratory with the id in the URL; undefined while loading. */
export function useLaboratory(id: string | undefined): {
  laboratory: Laboratory | undefined;
  isUnknown: boolean;
} {
  const query = useQuery(
    queries.exams.laboratory.queryOptions({
      input: id === undefined ? skipToken : { idPartner: id },
      select: ({ data }) => data,
    }),
  );
  return { laboratory: id === undefined ? undefined : query.data, isUnknown: query.isError };
}

/** Crumb back to the dashboard with the same filter. */
export function homeCrumb(search: PeriodSearch): Crumb {
  return {
    label: 'Inicio',
    link: (props) => <Link to="/home" search={search} activeOptions={{ exact: true }} {...props} />,
  };
}
