// Copies the Markdown of the repository to site/target/pages. README.md becomes index.md; a link to a file that is not part of the site
// leads to the repository.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = join(root, 'site/target/pages')
const repository = 'https://github.com/tersegrad/tersegrad/blob/main/'
const tops = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'docs', 'integrations', 'examples', 'notebooks', 'corpus']
const skipped = /(^|\/)(target|node_modules|src|build|\.gradle)(\/|$)/
const picture = /\.(png|svg)$/

function* files(path) {
  if (skipped.test(path)) {
    return
  }
  if (statSync(join(root, path)).isDirectory()) {
    for (const name of readdirSync(join(root, path))) {
      yield* files(join(path, name))
    }
  } else if (/\.md$/.test(path) || picture.test(path)) {
    yield path
  }
}

const all = new Set(tops.filter((top) => existsSync(join(root, top))).flatMap((top) => [...files(top)]))
const page = (path) => path.replace(/README\.md$/, 'index.md')

/** A link of a page as the site has it; pictures are part of the site where a page shows them. */
function link(from, target, shown) {
  if (/^([a-z]+:|#|\/)/.test(target)) {
    return target
  }
  const [path, anchor] = target.split('#')
  const file = normalize(join(dirname(from), path)).replace(/\/$/, '')
  const readme = join(file, 'README.md')
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (all.has(readme)) {
    return page(relative(dirname(from), readme)) + hash
  }
  const notebook = file.replace(/\.ipynb$/, '.md')
  if (notebook !== file && existsSync(join(out, notebook))) {
    return relative(dirname(from), notebook) + hash
  }
  if (all.has(file) && (shown || !picture.test(file))) {
    return page(path) + hash
  }
  if (!existsSync(join(root, file))) {
    throw new Error(`${from}: ${target} does not exist`)
  }
  return repository + file + hash
}

for (const file of all) {
  const copy = join(out, page(file))
  mkdirSync(dirname(copy), { recursive: true })
  if (picture.test(file)) {
    cpSync(join(root, file), copy)
    continue
  }
  // Code stays as it is; badges and marks of generated tables are left out.
  const source = readFileSync(join(root, file), 'utf8').replace(/^\[!\[.*\n/gm, '').replace(/^<!--.*-->\n/gm, '')
  const parts = source.split(/(^```[\s\S]*?^```$|`[^`\n]*`)/m)
  const linked = (_, open = '', to) => `${open}](${link(file, to, open.startsWith('!'))})`
  const text = parts.map((part, i) => (i % 2 ? part : part.replace(/(!?\[[^[\]]*)?\]\(([^)\s]+)\)/g, linked)))
  writeFileSync(copy, text.join(''))
}
