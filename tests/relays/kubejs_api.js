// What the script sees of KubeJS, for an engine that has none: a scripted game, told on the command line.
//
//   node kubejs_api.js SCRIPT KEY_FILE EVENTS          (EVENTS: a file with a JSON array)
//
// Prints one JSON value a line: {"log": line}, {"cancelled": text}, {"told": text}, {"result": number or null},
// {"offers": [...]}. Written in ECMAScript 5, so that Rhino's own shell runs it too.

var script, keyFile, eventsFile, readText, runText, print
if (typeof require === 'function') {
  var fs = require('fs')
  script = process.argv[2]
  keyFile = process.argv[3]
  eventsFile = process.argv[4]
  readText = function (file) { return fs.readFileSync(file, 'utf8') }
  runText = function (text, name) { require('vm').runInThisContext(text, { filename: name }) }
  print = function (text) { process.stdout.write(text + '\n') }
} else {
  script = arguments[0]
  keyFile = arguments[1]
  eventsFile = arguments[2]
  readText = function (file) { return String(new java.lang.String(java.nio.file.Files.readAllBytes(java.nio.file.Paths.get(file)), 'UTF-8')) }
  runText = function (text, name) { load(name) }
  print = (function (shellPrint) { return function (text) { shellPrint(text) } })(this.print)
}

var root = typeof globalThis === 'undefined' ? this : globalThis

function out(value) {
  print(JSON.stringify(value).replace(/[\u007f-\uffff]/g, function (c) {
    return '\\u' + ('0000' + c.charCodeAt(0).toString(16)).slice(-4)
  }))
}

// A Java map, as JsonIO gives it.
function javaMap(object) {
  return { get: function (name) { return object[name] } }
}

root.JsonIO = {
  read: function (file) {
    if (file !== 'kubejs/config/system_bridge.json' || keyFile === 'none') return null
    return javaMap(JSON.parse(readText(keyFile)))
  }
}
root.console = {
  info: function (text) { out({ log: text }) },
  error: function (text) { out({ error: text }) }
}

var listeners = {}
function listening(name) {
  return function (fn) { listeners[name] = fn }
}
root.PlayerEvents = { chat: listening('chat') }
root.ServerEvents = { commandRegistry: listening('commandRegistry'), loaded: listening('loaded') }

// Brigadier: a tree of literals and arguments, parsed word by word.
function node(name, kind) {
  var self = {
    name: name,
    kind: kind,
    children: [],
    level: function () { return true },
    then: function (child) { self.children.push(child); return self },
    requires: function (test) { self.level = test; return self },
    executes: function (fn) { self.run = fn; return self },
    suggests: function (fn) { self.offer = fn; return self }
  }
  return self
}

function argumentKind(pattern, read) {
  return {
    create: function () { return { pattern: pattern, read: read } },
    getResult: function (context, name) { return context.values[name] }
  }
}

var rootNode = node('', null)
var registering = {
  commands: {
    literal: function (name) { return node(name, null) },
    argument: function (name, kind) { return node(name, kind) }
  },
  arguments: {
    WORD: argumentKind(/^[0-9A-Za-z_.+-]+$/, String),
    INTEGER: argumentKind(/^-?\d{1,10}$/, Number)
  },
  register: function (tree) { rootNode.then(tree) }
}

function fits(child, word) {
  return child.kind === null ? child.name === word : child.kind.pattern.test(word)
}

function dispatch(text, context) {
  var place = rootNode
  var words = text.split(' ')
  for (var i = 0; i < words.length; i++) {
    var next = null
    // Literals go before arguments.
    place.children.slice().sort(function (a, b) { return (a.kind ? 1 : 0) - (b.kind ? 1 : 0) }).forEach(function (child) {
      if (next === null && child.level(context.source) && fits(child, words[i])) next = child
    })
    if (next === null) return null
    if (next.kind !== null) context.values[next.name] = next.kind.read(words[i])
    place = next
  }
  return place.run ? place.run(context) : null
}

function offers(text, context) {
  var words = text.split(' ')
  var begun = words.pop()
  var place = rootNode
  words.forEach(function (word) {
    place = place === null ? null : place.children.filter(function (child) {
      return child.level(context.source) && fits(child, word)
    })[0] || null
  })
  var found = []
  if (place === null) return found
  place.children.filter(function (child) { return child.level(context.source) }).forEach(function (child) {
    if (child.kind === null) {
      if (child.name.indexOf(begun) === 0) found.push(child.name)
    } else if (child.offer) {
      child.offer(context, {
        getRemaining: function () { return begun },
        suggest: function (text) { found.push(text); return this },
        buildFuture: function () { return null }
      })
    }
  })
  return found.sort()
}

function playerOf(event) {
  return {
    username: event.name,
    uuid: { toString: function () { return event.uuid } },
    tell: function (text) { out({ told: text }) }
  }
}

function contextOf(event) {
  return {
    values: {},
    source: {
      player: event.name ? playerOf(event) : null,
      hasPermission: function (level) { return event.level >= level },
      getOnlinePlayerNames: function () { return ['Mara', 'Teo', '.Bedrock'] }
    }
  }
}

var acts = {
  chat: function (event) {
    listeners.chat({
      player: playerOf(event),
      message: { toString: function () { return event.text } },
      cancel: function () { out({ cancelled: event.text }) }
    })
  },
  run: function (event) { out({ result: dispatch(event.text, contextOf(event)) }) },
  complete: function (event) { out({ offers: offers(event.text, contextOf(event)) }) },
  loaded: function () { listeners.loaded({}) }
}

runText(readText(script), script)
if (listeners.commandRegistry) listeners.commandRegistry(registering)
JSON.parse(readText(eventsFile)).forEach(function (event) { acts[event.act](event) })
