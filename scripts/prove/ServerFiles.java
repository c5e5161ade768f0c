// Java's own answers, for server_files.py: properties of texts, UUIDs of names, a lock on a file.

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Properties;
import java.util.UUID;

class ServerFiles {
    public static void main(String[] arguments) throws IOException {
        try (DataInputStream in = new DataInputStream(Files.newInputStream(Path.of(arguments[1])));
                DataOutputStream out = new DataOutputStream(System.out);
                FileChannel file = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
            file.tryLock();
            for (int texts = in.readInt(); texts > 0; texts--) {
                answer(text(in), out);
            }
            out.flush();
            System.in.read();
        }
    }

    private static void answer(String text, DataOutputStream out) throws IOException {
        byte[] name = ("OfflinePlayer:" + text).getBytes(StandardCharsets.UTF_8);
        write(UUID.nameUUIDFromBytes(name).toString(), out);
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text));
        } catch (IllegalArgumentException refused) {
            out.writeInt(-1);
            return;
        }
        out.writeInt(properties.size());
        for (String key : properties.stringPropertyNames()) {
            write(key, out);
            write(properties.getProperty(key), out);
        }
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_16BE);
    }

    private static void write(String text, DataOutputStream out) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_16BE);
        out.writeInt(bytes.length);
        out.write(bytes);
    }
}
