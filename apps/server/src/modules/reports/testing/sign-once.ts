import { openCertificate } from '../../../platform/paper/read-certificate.ts';
import { makeReportPdf } from '../pdf/make-report.ts';
import { report } from './report-paper.ts';

// Writes the signed PDF of a report in a separate process.
const [file = '', passphrase = ''] = process.argv.slice(2);
process.stdout.write(await makeReportPdf(report, openCertificate({ file, passphrase })));
