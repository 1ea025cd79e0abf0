/** The emoji offered as avatars, by group. */
export const emojiGroups = {
  faces: '😀 😄 😁 😆 😅 😂 🙂 😉 😊 😇 🥰 😍 🤩 😘 😋 😜 🤪 🤗 🤔 🤨 😐 😏 😌 😴 🤠 🥳 😎 🤓 🥸 😺',
  people: '🧑 👩 👨 🧔 👵 👴 👸 🤴 🧙 🧚 🧛 🧜 🧝 🥷 🦸 🧑‍🚀 🧑‍🎨 🧑‍🍳 🧑‍🌾 🧑‍🔬 💃 🕺',
  animals: '🐶 🐱 🦊 🐻 🐼 🐨 🐯 🦁 🐮 🐷 🐸 🐵 🐔 🐧 🐦 🦉 🦅 🦄 🐝 🦋 🐢 🐙 🐬 🐳 🦈 🐺 🦔 🦥',
  nature: '🌱 🌵 🌲 🌴 🍀 🌸 🌻 🌹 🍄 🌍 🌙 ⭐ 🌈 ☀️ ⚡ ❄️ 🔥 🌊 🏔️ 🏝️',
  food: '🍎 🍋 🍉 🍓 🍒 🥑 🌮 🍕 🍔 🍣 🍩 🍪 🎂 🍫 ☕ 🧉 🍵',
  things: '🎸 🎹 🥁 🎧 🎨 🎭 🎬 📷 📚 ✏️ 🔭 🧶 🧭 🚲 🏍️ ⛵ 🚀 ⚽ 🏀 🎾 ♟️ 🎲 🎮 🧩',
  signs: '❤️ 🧡 💛 💚 💙 💜 🖤 🤍 ✨ 💎 ☯️ ☮️ ♾️ 🏴‍☠️',
} as const;

export type EmojiGroup = keyof typeof emojiGroups;
