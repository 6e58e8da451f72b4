<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AttentionLab</name>
    <message numerus="yes">
        <source>%n bit(s)</source>
        <translation>
            <numerusform>%n bit</numerusform>
            <numerusform>%n bits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Checks</name>
    <message numerus="yes">
        <source>%n result(s) agree with their references</source>
        <translation>
            <numerusform>%n result agrees with its reference</numerusform>
            <numerusform>%n results agree with their references</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n character(s), all there</source>
        <translation>
            <numerusform>%n character, and it is there</numerusform>
            <numerusform>%n characters, all there</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n text(s) in two languages</source>
        <translation>
            <numerusform>%n text in two languages</numerusform>
            <numerusform>%n texts in two languages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n check(s) failed.</source>
        <translation>
            <numerusform>%n check failed.</numerusform>
            <numerusform>%n checks failed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LatentLab</name>
    <message numerus="yes">
        <source>GQA, %n KV head(s)</source>
        <translation>
            <numerusform>GQA, %n KV head</numerusform>
            <numerusform>GQA, %n KV heads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MemoryLab</name>
    <message numerus="yes">
        <source>The layers of {name} by what they keep, %n kind(s). The largest share, {share}, belongs to {layers} layers that keep: {kind}.</source>
        <translation>
            <numerusform>The layers of {name} by what they keep, %n kind. The largest share, {share}, belongs to {layers} layers that keep: {kind}.</numerusform>
            <numerusform>The layers of {name} by what they keep, %n kinds. The largest share, {share}, belongs to {layers} layers that keep: {kind}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OutliersLab</name>
    <message numerus="yes">
        <source>%n scale(s) or zero(s) exceed fp16 and are counted as 32 bits.</source>
        <translation>
            <numerusform>%n scale or zero exceeds fp16 and is counted as 32 bits.</numerusform>
            <numerusform>%n scales or zeros exceed fp16 and are counted as 32 bits.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>%n bit(s)</source>
        <translation>
            <numerusform>%n bit</numerusform>
            <numerusform>%n bits</numerusform>
        </translation>
    </message>
</context>
</TS>
