import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { Cluster } from '../cluster.ts';
import { dayOf, requestsOfDay } from '../day/mix.ts';
import { number } from '../figures/format.ts';
import { startLoad } from '../load/load.ts';
import { signIn } from '../product/staff.ts';
import { takeSample } from '../sample.ts';
import { openStage } from '../stage.ts';
import { rateOf, SHARE_BY_HOUR } from './clinics.ts';
import { type HourOutcome, type Service, sendWhenDue } from './open-load.ts';

const USAGE = `Replays a day of many clinics: each hour for some seconds, at that hour's rate.

node bench/scale/main.ts [options]
  --clinics   how many                                          1000
  --seconds   of each hour                                      5
  --patients  of the database that is built for it              100000
  --urls      addresses of processes of ours, by commas, as those of deploy/ha; none: a process of its own
  --database  their PostgreSQL, from which records are taken
  --people    sessions of accounts persona1@simiente.example and so on, for --urls   10`;

/** Requests of the warm-up, more than are sent, and the turn from which their appointments take times. */
const WARM = 10_000;
const WARM_FROM = 1_000_000;

interface Place {
  readonly service: Service;
  readonly client: Client;
  close(): Promise<void>;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      clinics: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '5' },
      patients: { type: 'string', default: '100000' },
      people: { type: 'string', default: '10' },
      urls: { type: 'string' },
      database: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const { urls, database } = values;
  const place =
    urls === undefined || database === undefined
      ? await ownPlace(Number(values.patients))
      : await givenPlace(urls.split(','), database, Number(values.people));
  try {
    await replay(place, Number(values.clinics), Number(values.seconds));
  } finally {
    await place.close();
  }
}

async function replay({ service, client }: Place, clinics: number, seconds: number) {
  const sample = await takeSample(client);
  // Runs before have taken the times of so many appointments at most.
  const { rows } = await client.query('select count(*)::int as made from doctor_appointments');
  const requests = dayOf(sample, rows[0]?.made);
  console.log(`${number(clinics)} clinics, each hour for ${seconds} s\n`);
  console.log('| hour | due a second | asked | answered | 503 | failed | p50 | p99 |');
  console.log('| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
  for (const hour of SHARE_BY_HOUR.keys()) {
    const rate = rateOf(clinics, hour);
    if (rate === 0) continue;
    const outcome = await sendWhenDue(service, requests, { rate, seconds });
    console.log(lineOf(hour, rate, outcome));
    if (outcome.failure !== null) console.log(`  the first failure: ${outcome.failure}`);
  }
}

function lineOf(hour: number, rate: number, of: HourOutcome): string {
  const { asked, answered, busy, failed, p50, p99 } = of;
  const cells = [hour, number(rate), asked, answered, busy, failed];
  return `| ${cells.join(' | ')} | ${number(p50)} ms | ${number(p99)} ms |`;
}

/** A process of the product on a database that is built for it, warmed up. */
async function ownPlace(patients: number): Promise<Place> {
  const cluster = await Cluster.open(console.log);
  const stage = await openStage(cluster, patients);
  const { product, authorizations, client, sample } = stage;
  const close = async () => {
    await stage.close();
    await cluster.close();
  };
  const load = startLoad();
  const warm = requestsOfDay(sample, WARM, WARM_FROM);
  const task = { url: product.url, authorizations, requests: warm, from: 0 };
  try {
    await load.run({ ...task, warmUp: 0, duration: 10_000 });
  } catch (error) {
    await close();
    throw error;
  } finally {
    await load.stop();
  }
  return { service: { urls: [product.url], authorizations }, client, close };
}

async function givenPlace(
  urls: readonly string[],
  database: string,
  people: number,
): Promise<Place> {
  const client = new Client(database);
  await client.connect();
  const authorizations = await signIn(urls[0] ?? '', people);
  return { service: { urls, authorizations }, client, close: () => client.end() };
}

await main();
