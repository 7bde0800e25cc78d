// Opens the finished site in a headless Chromium: the search finds pages, every link leads somewhere, and code fits a narrow window.
import { createServer } from 'node:http'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { extname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import puppeteer from 'puppeteer-core'

const html = fileURLToPath(new URL('target/html', import.meta.url))
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.png': 'image/png', '.svg': 'image/svg+xml' }
const base = process.env.SITE_BASE ?? '/'
const failures = []
const expect = (holds, message) => holds || failures.push(message)

/** The file of a path that begins with the base of the site. */
const file = (path) => {
  const plain = path.startsWith(base) ? join(html, decodeURIComponent(path.slice(base.length))) : join(html, 'outside', path)
  return existsSync(plain) && statSync(plain).isDirectory() ? join(plain, 'index.html') : plain
}

/** All pages that VitePress made; the Javadoc and the pages of commands have tests of their own. */
function pages(folder = '') {
  return readdirSync(join(html, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) {
      return ['javadoc', 'live', 'assets'].includes(path) ? [] : pages(path)
    }
    return entry.name.endsWith('.html') && entry.name !== '404.html' ? [path] : []
  })
}

const chromium = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => path && existsSync(path))
if (!chromium) {
  console.error('site: no Chromium found; set CHROMIUM to one.')
  process.exit(1)
}
const server = createServer((request, response) => {
  const path = file(new URL(request.url, 'http://localhost').pathname)
  if (!existsSync(path)) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(readFileSync(path))
}).listen(0, '127.0.0.1')
await new Promise((done) => server.once('listening', done))
const origin = `http://127.0.0.1:${server.address().port}`
const at = (path) => `${origin}${base}${path}`
const browser = await puppeteer.launch({ executablePath: chromium, args: ['--no-sandbox'] })
try {
  const tab = await browser.newPage()
  tab.on('pageerror', (error) => failures.push(`${tab.url()}: ${error.message}`))

  // The search, as a reader uses it.
  await tab.goto(at('index.html'), { waitUntil: 'networkidle0' })
  await tab.click('#local-search button')
  await tab.waitForSelector('#localsearch-input')
  await tab.type('#localsearch-input', 'error feedback')
  await tab.waitForSelector('#localsearch-list .result', { timeout: 60_000 })
  const found = await tab.$$eval('#localsearch-list .result', (results) => results.map((result) => result.textContent))
  expect(found.some((text) => /error feedback/i.test(text)), `the search for "error feedback" finds ${found.join(', ')}`)

  const all = pages()
  expect(all.length > 40, `there are only ${all.length} pages`)
  const anchors = new Map()
  const links = []
  await tab.setViewport({ width: 500, height: 800 })
  for (const path of all) {
    await tab.goto(at(path), { waitUntil: 'domcontentloaded' })
    const page = await tab.evaluate(() => ({
      ids: [...document.querySelectorAll('[id]')].map((each) => each.id),
      links: [...document.querySelectorAll('a[href]')].map((each) => each.href),
      images: [...document.querySelectorAll('img')].map((each) => each.src),
      width: document.documentElement.scrollWidth,
    }))
    anchors.set(base + path, new Set(page.ids))
    links.push(...[...page.links, ...page.images].map((target) => ({ path, target })))
    expect(page.width <= 500, `${path} is ${page.width} pixels wide in a window of 500`)
  }
  for (const { path, target } of links) {
    const url = new URL(target)
    if (url.origin !== origin) {
      continue
    }
    let name = url.pathname.endsWith('/') ? `${url.pathname}index.html` : url.pathname
    name = !extname(name) && existsSync(file(`${name}.html`)) ? `${name}.html` : name
    expect(existsSync(file(name)), `${path}: ${url.pathname} does not exist`)
    const ids = anchors.get(name)
    const anchor = decodeURIComponent(url.hash.slice(1))
    expect(!anchor || !ids || ids.has(anchor), `${path}: ${name} has no heading #${anchor}`)
  }
  console.log(`site: ${all.length} pages, ${links.length} links`)
  if (process.env.SITE_SHOTS) {
    await tab.setViewport({ width: 1200, height: 900 })
    for (const scheme of ['light', 'dark']) {
      await tab.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
      for (const path of ['index.html', 'docs/reference/recipes.html']) {
        await tab.goto(at(path), { waitUntil: 'networkidle0' })
        await tab.screenshot({ path: join(process.env.SITE_SHOTS, `${scheme}-${path.replaceAll('/', '-')}.png`) })
      }
    }
  }
} finally {
  await browser.close()
  server.close()
}
for (const failure of new Set(failures)) {
  console.error(`site: ${failure}`)
}
process.exit(failures.length ? 1 : 0)
