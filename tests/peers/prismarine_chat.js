// Reads components as a client of that version does: a JSON object {version, component} a line in,
// {text, clicks, hovers} a line out. A version that is not known yet is read as the newest known one.
const load = require('prismarine-chat')
const NEWEST = '26.1'

const loaded = new Map()
function reader (version) {
  if (!loaded.has(version)) {
    let Message
    try { Message = load(version) } catch { Message = load(NEWEST) }
    loaded.set(version, Message)
  }
  return loaded.get(version)
}

function collect (message, found) {
  if (message.clickEvent) found.clicks.push(message.clickEvent)
  if (message.hoverEvent) found.hovers.push(message.hoverEvent)
  for (const part of [...(message.extra ?? []), ...(message.with ?? [])]) collect(part, found)
  return found
}

const lines = require('fs').readFileSync(0, 'utf8').split('\n').filter(Boolean)
for (const line of lines) {
  const { version, component } = JSON.parse(line)
  const message = new (reader(version))(JSON.parse(component))
  const found = collect(message, { clicks: [], hovers: [] })
  console.log(JSON.stringify({ text: message.toString(), ...found }))
}
