export {
  ClearFilters,
  DayFilter,
  homeCrumb,
  PeriodChips,
  useLaboratory,
  usePeriod,
} from './url-period.tsx';
