/**
 * The files that browsers load: the pages' own modules and styles, the client's modules, and single files of installed
 * libraries. The list is fixed when the service starts; each file is made at its first request and then kept, with its
 * compressed forms. Promises to serve nothing that is not in the list.
 */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { CompressedText } from '../pipeline/compressed-text.ts';
import { tagOfText } from '../pipeline/entity-tag.ts';
import { browserModule, type ModuleNames } from './browser-module.ts';
import { libraries } from './libraries.ts';

export interface PageFile {
  /** Media type. */
  readonly type: string;
  /** Its entity tag. */
  readonly tag: string;
  readonly content: CompressedText;
  /** Of a module: the names of the modules that it needs. */
  readonly imports: readonly string[];
}

export interface SourceFolders {
  /** One folder for each page, and `shared`. */
  readonly pages: string;
  readonly client: string;
}

interface ListedFile {
  /** Absolute. */
  readonly path: string;
  /** Media type. */
  readonly type: string;
  readonly isModule: boolean;
}

const sourceRoot = join(import.meta.dirname, '..', '..');
const ownFolders: SourceFolders = { pages: join(sourceRoot, 'pages'), client: join(sourceRoot, 'client') };

const scriptType = 'text/javascript; charset=utf-8';
const htmlType = 'text/html; charset=utf-8';

/** What is served of the source folders, by the end of the name. */
const types: Readonly<Record<string, string>> = {
  '.ts': scriptType,
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The modules that a document runs, by their names. */
const ownModule = /<script type="module" src="\.\.\/pages\/([^"]+)">/g;

export class PageFiles {
  /** By the name under /pages/. */
  readonly #files = new Map<string, ListedFile>();
  readonly #documents = new Map<string, ListedFile>();
  readonly #names = new Map<string, string>();
  readonly #made = new Map<ListedFile, Promise<PageFile>>();

  constructor(folders: SourceFolders = ownFolders) {
    this.#list(folders.pages, '');
    this.#list(folders.client, 'client/');
    for (const { name, path, type } of libraries) {
      this.#files.set(`lib/${name}`, { path, type, isModule: type === scriptType });
    }
    for (const entry of existsSync(folders.pages) ? readdirSync(folders.pages, { withFileTypes: true }) : []) {
      const path = join(folders.pages, entry.name, 'index.html');
      if (entry.isDirectory() && existsSync(path)) {
        this.#documents.set(entry.name, { path, type: htmlType, isModule: false });
      }
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
    return this.#find(this.#files.get(name));
  }

  #list(folder: string, prefix: string): void {
    if (!existsSync(folder)) return;
    for (const relative of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const type = types[extname(relative)];
      if (type === undefined || relative.endsWith('.d.ts')) continue;
      const path = join(folder, relative);
      const name = prefix + relative.split(sep).join('/').replace(/\.ts$/, '.js');
      this.#files.set(name, { path, type, isModule: type === scriptType });
      this.#names.set(path, name);
    }
  }

  #find(file: ListedFile | undefined): Promise<PageFile> | null {
    if (file === undefined) return null;
    const known = this.#made.get(file);
    if (known !== undefined) return known;
    const made = this.#make(file);
    this.#made.set(file, made);
    made.catch(() => this.#made.delete(file));
    return made;
  }

  async #make({ path, type, isModule }: ListedFile): Promise<PageFile> {
    const source = await readFile(path, 'utf8');
    const { text, imports } = isModule
      ? await browserModule(path, source, this.#moduleNames)
      : { text: type === htmlType ? await this.#withPreloads(source) : source, imports: [] };
    return { type, tag: tagOfText(text), content: await CompressedText.of(Buffer.from(text), 'lasting'), imports };
  }

  /**
   * A document that names all modules that its own module needs, also indirectly: the browser loads them at once instead
   * of finding them one import after the other.
   */
  async #withPreloads(html: string): Promise<string> {
    const own = [...html.matchAll(ownModule)].map(([, name = '']) => name);
    const needed = new Set(own);
    // Together: a file is compressed on another thread, so the next one can be made meanwhile.
    for (let added = own; added.length > 0; ) {
      const files = await Promise.all(added.map((name) => this.file(name)));
      added = [...new Set(files.flatMap((file) => file?.imports ?? []))].filter((name) => !needed.has(name));
      for (const name of added) needed.add(name);
    }
    const links = [...needed].slice(own.length).map((name) => `<link rel="modulepreload" href="../pages/${name}">\n`);
    return html.replace('</head>', () => `${links.join('')}</head>`);
  }

  /** A library is its only file, so it has no name by its path: it may import other libraries. */
  readonly #moduleNames: ModuleNames = {
    byPath: (path) => this.#names.get(path),
    byPackage: (specifier) => {
      const name = `lib/${specifier}.js`;
      return this.#files.has(name) ? name : undefined;
    },
  };
}
