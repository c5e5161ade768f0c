// system-bridge for KubeJS 6 and 7: goes to kubejs/server_scripts/, its key to kubejs/config/system_bridge.json.
//
// Gives the server a real /system ai (level 2, completion), keeps what is said to the assistant out of the public
// chat, and takes presses of buttons. Each is handed to the daemon as one line of the log:
//
//   SYSAI 1 <start id> <counter> <hmac-sha256 of all the rest, in hex> <json>
//
// The start id rises from one load of this script to the next, the counter from line to line, so that no line counts
// twice. Nobody without the key can write one. The JSON is pure ASCII without "$": no encoding of a log changes it,
// and nothing in it is looked up by a logger.
//
// ECMAScript 5 only: that is what Rhino reads in every KubeJS.

(function () {
  var KEY_FILE = 'kubejs/config/system_bridge.json'
  var LEVEL = 2
  var MODES = ['offline', 'standard', 'extended', 'free']

  // SHA-256 (FIPS 180-4) over arrays of bytes. KubeJS lets no script near java.security.

  function fraction(root, prime) {
    var value = Math.pow(prime, 1 / root)
    return ((value - Math.floor(value)) * 4294967296) | 0
  }

  var PRIMES = (function () {
    var found = []
    for (var candidate = 2; found.length < 64; candidate++) {
      var prime = true
      for (var i = 0; i < found.length && prime; i++) {
        prime = candidate % found[i] !== 0
      }
      if (prime) found.push(candidate)
    }
    return found
  })()
  var INITIAL = PRIMES.slice(0, 8).map(function (prime) { return fraction(2, prime) })
  var ROUNDS = PRIMES.map(function (prime) { return fraction(3, prime) })

  // What follows `before` bytes that have been digested, and its end mark.
  function padded(bytes, before) {
    var data = bytes.concat([0x80])
    while (data.length % 64 !== 56) data.push(0)
    var bits = (before + bytes.length) * 8
    return data.concat([0, 0, 0, 0, bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255])
  }

  // One block of 64 bytes. Written out, without a call or an array in a round: Rhino interprets it, and the server's
  // tick waits.
  function compressed(state, data, at) {
    var a = state[0], b = state[1], c = state[2], d = state[3]
    var e = state[4], f = state[5], g = state[6], h = state[7]
    var w = []
    var i, x, y, first, second
    for (i = 0; i < 64; i++) {
      if (i < 16) {
        w[i] = (data[at] << 24) | (data[at + 1] << 16) | (data[at + 2] << 8) | data[at + 3]
        at += 4
      } else {
        x = w[i - 15]
        y = w[i - 2]
        x = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
        y = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
        w[i] = (w[i - 16] + x + w[i - 7] + y) | 0
      }
      x = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
      first = (h + x + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0
      y = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
      second = y + ((a & b) ^ (a & c) ^ (b & c))
      h = g
      g = f
      f = e
      e = (d + first) | 0
      d = c
      c = b
      b = a
      a = (first + second) | 0
    }
    return [
      (state[0] + a) | 0, (state[1] + b) | 0, (state[2] + c) | 0, (state[3] + d) | 0,
      (state[4] + e) | 0, (state[5] + f) | 0, (state[6] + g) | 0, (state[7] + h) | 0
    ]
  }

  // The digest of what follows a block that left `state`.
  function continued(state, bytes) {
    var data = padded(bytes, 64)
    for (var at = 0; at < data.length; at += 64) state = compressed(state, data, at)
    var digest = []
    state.forEach(function (word) {
      digest.push((word >>> 24) & 255, (word >>> 16) & 255, (word >>> 8) & 255, word & 255)
    })
    return digest
  }

  // HMAC (RFC 2104) by a key of at most 64 bytes; the key's two blocks are digested once.
  function hmacBy(key) {
    function begun(byte) {
      var block = []
      for (var i = 0; i < 64; i++) block.push((i < key.length ? key[i] : 0) ^ byte)
      return compressed(INITIAL, block, 0)
    }
    var inner = begun(0x36)
    var outer = begun(0x5c)
    return function (bytes) { return continued(outer, continued(inner, bytes)) }
  }

  function hex(bytes) {
    return bytes.map(function (byte) { return (byte < 16 ? '0' : '') + byte.toString(16) }).join('')
  }

  function unhex(text) {
    var bytes = []
    for (var i = 0; i + 1 < text.length; i += 2) bytes.push(parseInt(text.substring(i, i + 2), 16))
    return bytes
  }

  // Lines for the daemon.

  function escaped(code) {
    return '\\u' + ('0000' + code.toString(16)).slice(-4)
  }

  function quoted(value) {
    var text = String(value)
    var out = '"'
    for (var i = 0; i < text.length; i++) {
      var code = text.charCodeAt(i)
      var plain = code >= 0x20 && code < 0x7f && code !== 0x22 && code !== 0x24 && code !== 0x5c
      out += plain ? text.charAt(i) : escaped(code)
    }
    return out + '"'
  }

  function json(value) {
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    if (typeof value === 'string') return quoted(value)
    var members = Object.keys(value).map(function (name) { return quoted(name) + ':' + json(value[name]) })
    return '{' + members.join(',') + '}'
  }

  function ascii(text) {
    var bytes = []
    for (var i = 0; i < text.length; i++) bytes.push(text.charCodeAt(i))
    return bytes
  }

  function startId() {
    var random = ''
    for (var i = 0; i < 8; i++) random += Math.floor(Math.random() * 16).toString(16)
    return ('0000000000000' + Date.now()).slice(-13) + '-' + random
  }

  function signer(key) {
    var start = startId()
    var counter = 0
    var hmac = hmacBy(key)
    return function (message) {
      counter++
      var body = json(message)
      var head = 'SYSAI 1 ' + start + ' ' + counter
      console.info(head + ' ' + hex(hmac(ascii(head + ' ' + body))) + ' ' + body)
    }
  }

  // The key file. JsonIO gives a Java map, which Rhino shows by `get` or by member.

  function member(map, name) {
    return typeof map.get === 'function' ? map.get(name) : map[name]
  }

  function settings() {
    var file = JsonIO.read(KEY_FILE)
    if (file === null || file === undefined) return null
    var key = String(member(file, 'key'))
    var prefixes = []
    var listed = member(file, 'prefixes')
    if (listed) listed.forEach(function (prefix) { prefixes.push(folded(String(prefix))) })
    return /^[0-9a-f]{64}$/.test(key) ? { key: unhex(key), prefixes: prefixes } : null
  }

  // Who and what.

  function playerOf(player) {
    var name = player.username
    return { name: String(name ? name : player.profile.name), uuid: String(player.uuid) }
  }

  // Full-width forms as ASCII, any case: most of what the daemon folds. What is missed stays public, and is
  // answered all the same: the daemon reads it in the log.
  function folded(text) {
    var out = ''
    for (var i = 0; i < text.length; i++) {
      var code = text.charCodeAt(i)
      out += code === 0x3000 ? ' ' : String.fromCharCode(code > 0xff00 && code < 0xff5f ? code - 0xfee0 : code)
    }
    return out.toLowerCase()
  }

  function isForUs(prefixes, message) {
    var text = folded(message)
    return prefixes.some(function (prefix) {
      if (text.substring(0, prefix.length) !== prefix) return false
      return text.length === prefix.length || /\s/.test(text.charAt(prefix.length))
    })
  }

  function onChat(send, prefixes) {
    PlayerEvents.chat(function (event) {
      var message = String(event.message)
      if (!isForUs(prefixes, message)) return
      send({ t: 'chat', player: playerOf(event.player), text: message })
      event.player.tell('\u00bb ' + message.split('\u00a7').join(''))
      event.cancel()
    })
  }

  function onlineNames(context) {
    var names = []
    context.source.getOnlinePlayerNames().forEach(function (name) { names.push(String(name)) })
    return names
  }

  function addCommands(send, event) {
    var commands = event.commands
    var kinds = event.arguments

    function word(kind, name) {
      return commands.argument(name, kind.create(event))
    }

    // The words of the command, which the daemon reads; a console and a command block have no player.
    function sends(words) {
      return function (context) {
        var told = { t: 'command', text: ['system', 'ai'].concat(words(context)).join(' ') }
        var player = context.source.player
        if (player) told.player = playerOf(player)
        send(told)
        return 1
      }
    }

    function forPlayer(rest) {
      return sends(function (context) {
        return [String(kinds.WORD.getResult(context, 'player'))].concat(rest)
      })
    }

    function switches(node, before) {
      ;['enable', 'disable'].forEach(function (state) {
        node.then(commands.literal(state).executes(forPlayer(before.concat([state]))))
      })
      return node
    }

    function offered(context, builder) {
      var begun = String(builder.getRemaining()).toLowerCase()
      onlineNames(context).forEach(function (name) {
        if (name.toLowerCase().indexOf(begun) === 0) builder.suggest(name)
      })
      return builder.buildFuture()
    }

    var byDefault = commands.literal('default').executes(sends(function () { return ['default'] }))
    MODES.forEach(function (mode) {
      byDefault.then(commands.literal(mode).executes(sends(function () { return ['default', mode] })))
    })

    var limit = commands.literal('limit').then(word(kinds.INTEGER, 'count').executes(sends(function (context) {
      var count = String(Number(kinds.INTEGER.getResult(context, 'count')))
      return [String(kinds.WORD.getResult(context, 'player')), 'limit', count]
    })))
    var player = word(kinds.WORD, 'player').suggests(offered).executes(forPlayer([]))
    switches(player, [])
    player.then(switches(commands.literal('freechat'), ['freechat']))
    player.then(limit)
    player.then(commands.literal('status').executes(forPlayer(['status'])))
    player.then(commands.literal('reset').executes(forPlayer(['reset'])))

    var ai = commands.literal('ai')
      .requires(function (source) { return source.hasPermission(LEVEL) })
      .then(byDefault)
      .then(player)

    var press = commands.literal('press').then(
      word(kinds.WORD, 'card').then(word(kinds.INTEGER, 'number').executes(function (context) {
        var presser = context.source.player
        if (!presser) return 0
        send({
          t: 'action',
          player: playerOf(presser),
          card: String(kinds.WORD.getResult(context, 'card')),
          number: Number(kinds.INTEGER.getResult(context, 'number'))
        })
        return 1
      }))
    )

    event.register(commands.literal('system').then(ai).then(press))
  }

  var found = settings()
  if (found === null) {
    console.error('system-bridge: no key in ' + KEY_FILE + '; "system-bridge init" writes it')
    return
  }
  var send = signer(found.key)
  onChat(send, found.prefixes)
  ServerEvents.commandRegistry(function (event) { addCommands(send, event) })
  send({ t: 'hello' })
  // Scripts are read before the server names its version; the daemon begins there.
  ServerEvents.loaded(function () { send({ t: 'hello' }) })
})()
