/** Location of our files in an S3-compatible service. */
export interface Bucket {
  readonly name: string;
  /** The prefix of every key: empty, or `something/`. */
  readonly prefix: string;
  /** The service's address; null for Amazon's. */
  readonly endpoint: string | null;
  readonly region: string;
}

const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[\w-]+\/)*$/;
const REGION = /^[a-z0-9-]{1,40}$/;

/** Parses `s3://bucket/folder?endpoint=https://…&region=…`; null for any other text. */
export function readBucketUrl(text: string): Bucket | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  // Credentials in the URL would show wherever the environment is listed.
  if (url.protocol !== 's3:' || url.username || url.password || url.port || url.hash) return null;
  const { endpoint = null, region = 'us-east-1', ...others } = Object.fromEntries(url.searchParams);
  const prefix = url.pathname.replace(/^\/+/, '').replace(/([^/])\/*$/, '$1/');
  const isGood =
    Object.keys(others).length === 0 &&
    BUCKET_NAME.test(url.hostname) &&
    PREFIX.test(prefix) &&
    REGION.test(region) &&
    (endpoint === null || isAddress(endpoint));
  return isGood ? { name: url.hostname, prefix, endpoint, region } : null;
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && search === '';
}
