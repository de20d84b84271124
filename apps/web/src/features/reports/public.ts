export { useReportsToSign } from './use-reports-to-sign.ts';
