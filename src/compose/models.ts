/** What the models room offers the command line. */
export { listModels, removeModel, verifyModel } from '../models/installed.js';
export { findModel, loadManifest, type Manifest, type ModelEntry, modelFolder } from '../models/manifest.js';
export { defaultHubUrl, modelsInFolder, type PulledFile, pullModel } from '../models/pull.js';
