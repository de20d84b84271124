import { parseArgs } from 'node:util';
import { generateDay } from '../day/mix.ts';
import { formatNumber } from '../measurements/format.ts';
import { takeSample } from '../sample.ts';
import { USERS } from '../stage.ts';
import { getRate, SHARE_BY_HOUR } from './clinics.ts';
import { openHaPlace } from './ha.ts';
import { type HourOutcome, sendWhenDue } from './open-load.ts';
import { openOwnPlace, type Place } from './place.ts';

const USAGE = `Replays a day of many clinics: each hour for some seconds, at that hour's rate.

npm run bench:clinics -- [options]
  --clinics   how many                                      1000
  --seconds   of each hour                                  5
  --patients  of the database that is built for it          100000
  --cluster   on deploy/ha, which is brought up for it; else on one process and one PostgreSQL`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      clinics: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '5' },
      patients: { type: 'string', default: '100000' },
      cluster: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const patients = Number(values.patients);
  const place = values.cluster ? await openHaPlace(patients, USERS) : await openOwnPlace(patients);
  try {
    await replay(place, Number(values.clinics), Number(values.seconds));
  } finally {
    await place.close();
  }
}

async function replay({ service, client }: Place, clinics: number, seconds: number) {
  const sample = await takeSample(client);
  // Earlier runs have used the times of at most this many appointments.
  const { rows } = await client.query('select count(*)::int as made from doctor_appointments');
  const requests = generateDay(sample, rows[0]?.made);
  console.log(`${formatNumber(clinics)} clinics, each hour for ${seconds} s\n`);
  console.log('| hour | due a second | sent | answered | 503 | failed | p50 | p99 |');
  console.log('| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
  for (const hour of SHARE_BY_HOUR.keys()) {
    const rate = getRate(clinics, hour);
    if (rate === 0) continue;
    const outcome = await sendWhenDue(service, requests, { rate, seconds });
    console.log(formatLine(hour, rate, outcome));
    if (outcome.failure !== null) console.log(`  the first failure: ${outcome.failure}`);
  }
}

function formatLine(hour: number, rate: number, outcome: HourOutcome): string {
  const { sent, answered, busy, failed, p50, p99 } = outcome;
  const cells = [hour, formatNumber(rate), sent, answered, busy, failed];
  return `| ${cells.join(' | ')} | ${formatNumber(p50)} ms | ${formatNumber(p99)} ms |`;
}

await main();
