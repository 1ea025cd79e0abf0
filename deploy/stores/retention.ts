import type { Families } from '@tribus/kit/core/retention.ts';

const whileInstalled = { until: 'the operator deletes the folder' };
const untilEnd = { until: 'the program ends; after a kill until the next start' };

/** The files of `npm start` besides those of the services. */
export const localFiles: Families = {
  '{DATA_DIR}/postgres/**': { contains: 'the databases of the services', ...whileInstalled },
  '{DATA_DIR}/mongodb/**': { contains: 'the documents of the services, of the server from npm', ...whileInstalled },
  '{DATA_DIR}/mongod/**': { contains: 'the documents of the services, of an installed MongoDB', ...whileInstalled },
  '{DATA_DIR}/nats/**': { contains: 'the streams; see there', ...whileInstalled },
  '{DATA_DIR}/redis/**': { contains: 'nothing: Redis stores no file', ...whileInstalled },
  '{DATA_DIR}/keys/*': { contains: 'keys and passwords of this installation', ...whileInstalled },
  '{DATA_DIR}/demo.json': { contains: 'the accounts of the demo', ...whileInstalled },
  '{DATA_DIR}/demo.json.new': { contains: 'the accounts of the demo, being written', until: 'they are written' },
  '{DATA_DIR}/demo-story.jsonl': {
    contains: 'the progress of loading the demo, which the next start continues',
    ...whileInstalled,
  },
  '{DATA_DIR}/log/*': {
    contains: 'logs of services and stores, with ids and IP addresses',
    until: '`LOG_FILES` newer files of `LOG_MAX_MB` MB each are full',
  },
  '{DATA_DIR}/run/*.pid': { contains: 'process ids of running stores', ...untilEnd },
  '{DATA_DIR}/lock*': { contains: 'the process id of the owner of the folder', ...untilEnd },
  '{TMPDIR}/tribus-postgres-**': {
    contains: 'the programs of Postgres, no data',
    until: 'the system cleans the folder',
  },
};
