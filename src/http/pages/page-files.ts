/**
 * The files that browsers load: the document of each page, one script and one style sheet for it, the parts of the script
 * that it loads later, the client's modules, and the component for other sites. The list is fixed when the service
 * starts; each file is made at its first request and then kept, with its compressed forms. A script's parts are made with
 * it. Documents name their files with the versions of their contents. Promises to serve nothing else.
 */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CompressedText } from '../pipeline/compressed-text.ts';
import { tagOfText, tagText } from '../pipeline/entity-tag.ts';
import { bundle } from './page-bundle.ts';

export interface PageFile {
  /** Media type. */
  readonly type: string;
  /** Its entity tag. */
  readonly tag: string;
  readonly content: CompressedText;
}

export interface SourceFolders {
  /** One folder for each page, and those that pages share. */
  readonly pages: string;
  readonly client: string;
  /** The map for the pages of other sites. */
  readonly component: string;
}

interface ListedFile {
  /** Under /pages/. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  /** Media type. */
  readonly type: string;
}

const sourceRoot = join(import.meta.dirname, '..', '..');
const ownFolders: SourceFolders = {
  pages: join(sourceRoot, 'pages'),
  client: join(sourceRoot, 'client'),
  component: join(sourceRoot, 'component'),
};

const types = {
  html: 'text/html; charset=utf-8',
  script: 'text/javascript; charset=utf-8',
  styles: 'text/css; charset=utf-8',
  picture: 'image/svg+xml',
} as const;

/** The component, by its name under /pages/; other sites load it as /usher.js. */
export const componentFile = 'component/usher.js';
/** The client's modules that other sites may import. */
const clientModules = ['index', 'webhook-signature'];

export class PageFiles {
  readonly #folders: SourceFolders;
  readonly #isWatching: boolean;
  /** By the name under /pages/. */
  readonly #files = new Map<string, ListedFile>();
  readonly #documents = new Map<string, ListedFile>();
  readonly #made = new Map<ListedFile, Promise<PageFile>>();
  /** Of the scripts that are made, by the name under /pages/. */
  readonly #parts = new Map<string, PageFile>();

  /** `isWatching`: makes a file at each request anew, for a developer who changes the sources. */
  constructor(folders: SourceFolders = ownFolders, isWatching = false) {
    this.#folders = folders;
    this.#isWatching = isWatching;
    for (const name of clientModules) {
      this.#list(`client/${name}.js`, join(folders.client, `${name}.ts`), types.script);
    }
    this.#list(componentFile, join(folders.component, 'served.ts'), types.script);
    for (const entry of existsSync(folders.pages) ? readdirSync(folders.pages, { withFileTypes: true }) : []) {
      const folder = join(folders.pages, entry.name);
      if (entry.isDirectory() && existsSync(join(folder, 'index.html'))) this.#listPage(entry.name, folder);
    }
  }

  /** The pages that exist: folders with an `index.html`. */
  get pages(): readonly string[] {
    return [...this.#documents.keys()];
  }

  /** The names of all files under /pages/. */
  get names(): readonly string[] {
    return [...this.#files.keys()];
  }

  /** The document of a page. */
  async document(page: string): Promise<PageFile | null> {
    return this.#find(this.#documents.get(page));
  }

  /** A file by its name under /pages/; null: there is none. */
  async file(name: string): Promise<PageFile | null> {
    const listed = this.#files.get(name);
    if (listed !== undefined) return this.#find(listed);
    // Another node may have served the script that names the part.
    if (!this.#parts.has(name)) await this.#find(this.#files.get(`${dirname(name)}/main.js`));
    return this.#parts.get(name) ?? null;
  }

  /** Makes all files before the first request. Rejects when one cannot be made. */
  async makeAll(): Promise<void> {
    await Promise.all([...this.#files.values(), ...this.#documents.values()].map((file) => this.#find(file)));
  }

  #listPage(page: string, folder: string): void {
    this.#documents.set(page, { name: page, path: join(folder, 'index.html'), type: types.html });
    for (const main of ['main.ts', 'main.tsx']) this.#list(`${page}/main.js`, join(folder, main), types.script);
    this.#list(`${page}/main.css`, join(folder, 'main.css'), types.styles);
    for (const name of readdirSync(folder)) {
      if (name.endsWith('.svg')) this.#list(`${page}/${name}`, join(folder, name), types.picture);
    }
  }

  #list(name: string, path: string, type: string): void {
    if (existsSync(path)) this.#files.set(name, { name, path, type });
  }

  #find(file: ListedFile | undefined): Promise<PageFile> | null {
    if (file === undefined) return null;
    const known = this.#made.get(file);
    if (known !== undefined && !this.#isWatching) return known;
    const made = this.#make(file);
    this.#made.set(file, made);
    made.catch(() => this.#made.delete(file));
    return made;
  }

  async #make({ name, path, type }: ListedFile): Promise<PageFile> {
    if (type === types.html) return pageFile(type, await this.#withVersions(await readFile(path, 'utf8')));
    if (type !== types.script && type !== types.styles) return pageFile(type, await readFile(path, 'utf8'));
    const { text, parts } = await bundle(path, Object.values(this.#folders));
    for (const [part, content] of parts) this.#parts.set(`${dirname(name)}/${part}`, await pageFile(type, content));
    return pageFile(type, text);
  }

  /** The document with `?v=` and the version behind each file of its own: browsers keep that address for a year. */
  async #withVersions(text: string): Promise<string> {
    let versioned = text;
    for (const name of new Set([...text.matchAll(fileAddress)].map(([, name]) => name as string))) {
      const file = await this.#find(this.#files.get(name));
      if (file !== null) versioned = versioned.replaceAll(`/pages/${name}"`, `/pages/${name}?v=${tagText(file.tag)}"`);
    }
    return versioned;
  }
}

/** Whether the name of the file is made from its content. */
export function isPart(name: string): boolean {
  return /\/part-\w+\.js$/.test(name);
}

/** A file in an attribute of a document. */
const fileAddress = /"\.\.\/pages\/([^"?]+)"/g;

async function pageFile(type: string, text: string): Promise<PageFile> {
  return { type, tag: tagOfText(text), content: await CompressedText.of(Buffer.from(text), 'fixed') };
}
