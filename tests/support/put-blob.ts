/** Puts one file into an object store, and prints by how many bytes the process grew: arguments are a location and a path. */
import { dirname } from 'node:path';
import { openS3Blobs } from '../../src/storage/blobs-s3/store.js';

const [location, path] = process.argv.slice(2);
const blobs = await openS3Blobs({ location: JSON.parse(location!), folder: dirname(path!), cacheBytes: 0 });
await blobs.check();
const before = process.resourceUsage().maxRSS;
await blobs.put('music/mus_large', path!);
process.stdout.write(String((process.resourceUsage().maxRSS - before) * 1024));
await blobs.close();
